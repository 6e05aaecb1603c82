import { expect, it } from 'vitest'
import { invariant } from './invariant.ts'

it.each([0, '', null, undefined, false])('an invariant that is %j throws its message', (value) => {
  const violated = { message: 'a list has items', code: 'INVARIANT_VIOLATED' }
  expect(() => invariant(value, 'a list has items')).toThrow(expect.objectContaining(violated))
})

it('an invariant that holds does nothing', () => {
  expect(() => invariant([], 'a list has items')).not.toThrow()
})
