import { newUuid } from '@takeoff/kit/values/ids'
import { expect, test } from 'vitest'
import { firstUuidOf, timeOfUuid } from './uuid-v7.ts'

test('the first UUID of a time is at most any id of its millisecond or later, and greater than all earlier ones', () => {
  const before = new Date(Date.now() - 1)
  const id = newUuid()
  const after = new Date(Date.now() + 1)
  expect(firstUuidOf(before) < id).toBe(true)
  expect(firstUuidOf(after) > id).toBe(true)
})

test.each([
  ['2026-03-14T15:09:26.535Z', '019cece5-2687-7000-8000-000000000000'],
  ['1970-01-01T00:00:00.000Z', '00000000-0000-7000-8000-000000000000'],
  ['0001-01-01T00:00:00.000Z', '00000000-0000-7000-8000-000000000000'],
])('the first UUID of %s is %s', (at, id) => {
  expect(firstUuidOf(new Date(at))).toBe(id)
})

test('the time of a UUID is its creation time, to the millisecond', () => {
  const at = new Date('2026-11-21T11:20:05.678Z')
  expect(timeOfUuid(firstUuidOf(at))).toBe(at.getTime())
})
