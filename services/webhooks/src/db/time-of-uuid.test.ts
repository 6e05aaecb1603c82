import { expect, test } from 'vitest'
import { firstUuidOf } from './first-uuid-of.ts'
import { timeOfUuid } from './time-of-uuid.ts'

test('it is the time that the id was made from, to the millisecond', () => {
  const at = new Date('2026-11-21T11:20:05.678Z')
  expect(timeOfUuid(firstUuidOf(at))).toBe(at.getTime())
})
