import { expect, it } from 'vitest'
import { ERRORS_MAX, GatheredErrors } from './gathered-errors.ts'

const message = 'It is away.'

it('a response has a limited number of errors', () => {
  const errors = new GatheredErrors()
  for (let index = 0; index <= ERRORS_MAX; index += 1) errors.add({ message }, ['books', index])
  expect(errors.all).toHaveLength(ERRORS_MAX)
  expect(errors.all.at(-1)?.path).toEqual(['books', ERRORS_MAX - 1])
})

it.each([
  ['messages', { message: 'x'.repeat(600_000) }],
  ['extensions', { message, extensions: { code: 'ODD', detail: 'x'.repeat(600_000) } }],
])('long %s are not repeated for each place', (_what, error) => {
  const errors = new GatheredErrors()
  for (let index = 0; index < 100; index += 1) errors.add(error, ['books', index])
  expect(errors.all).toHaveLength(2)
})

it('the first error is there, whatever its length', () => {
  const errors = new GatheredErrors()
  errors.add({ message: 'x'.repeat(10_000_000) })
  expect(errors.all).toHaveLength(1)
})
