import { expect, test } from 'vitest'
import { readableError } from './readable-error.ts'

test('an error is shown with its cause', () => {
  expect(readableError('{"level":50,"msg":"events wait","err":{"message":"no broker"}}')).toBe(
    'events wait: no broker',
  )
})

test('a cause with the same message is not repeated', () => {
  expect(readableError('{"level":60,"msg":"no broker","err":{"message":"no broker"}}')).toBe(
    'no broker',
  )
})

test.each([
  '{"level":40,"msg":"a warning"}',
  '{"level":30,"msg":"request completed"}',
  '{"msg":"without a level"}',
  '{"level":50,"msg":"cut o',
  '    at somewhere (file.ts:1:2)',
  '',
])('%j stays in the log file', (line) => {
  expect(readableError(line)).toBeUndefined()
})
