import { expect, it } from 'vitest'
import { assertNever, invariant } from './invariant.ts'

it.each([0, '', null, undefined, false])('an invariant that is %j throws its message', (value) => {
  const violated = { message: 'a list has items', code: 'INVARIANT_VIOLATED' }
  expect(() => invariant(value, 'a list has items')).toThrow(expect.objectContaining(violated))
})

it('an invariant that holds does nothing', () => {
  expect(() => invariant([], 'a list has items')).not.toThrow()
})

it('a case that the types exclude is a bug, which names the value', () => {
  const bug = { message: 'unknown state: "lost"', code: 'INVARIANT_VIOLATED' }
  const lost: string = 'lost'
  expect(() => assertNever(lost as never, 'state')).toThrow(expect.objectContaining(bug))
})
