import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FAILURE, UsageError, WRONG_USAGE } from '../service/command-line.ts'
import { DatabaseUnavailableError } from '../values/errors.ts'
import { runOperatorProgram } from './operator-program.ts'

let written: string
let exitCode: typeof process.exitCode
beforeEach(() => {
  ;({ exitCode } = process)
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = exitCode
})

test('a database that fails in the middle is named with the cause, which clients do not see', async () => {
  await runOperatorProgram(() =>
    Promise.reject(new DatabaseUnavailableError(new Error('could not extend file: No space left'))),
  )
  expect(process.exitCode).toBe(FAILURE)
  expect(written).toMatch(/^A database .+\n {2}because: could not extend file: No space left\n$/)
})

test('a cause that the message contains is not repeated', async () => {
  const cause = new Error('connect ECONNREFUSED')
  const error = Object.assign(new Error(`db:5432: ${cause.message}`, { cause }), { code: 'DOWN' })
  await runOperatorProgram(() => Promise.reject(error))
  expect(written).toBe('db:5432: connect ECONNREFUSED\n')
})

test('an error in the arguments is one line', async () => {
  const error = Object.assign(new UsageError('give a folder'), {
    cause: new Error('of the parser'),
  })
  await runOperatorProgram(() => Promise.reject(error))
  expect(process.exitCode).toBe(WRONG_USAGE)
  expect(written).toBe('give a folder\n')
})
