import { expect, test } from 'vitest'
import { firstUuidOf, isUuid, newUuid, parseIntegerId, timeOfUuid } from './ids.ts'

test.each([
  ['28001', 28_001],
  [28_001, 28_001],
  ['2147483647', 2_147_483_647],
])('%j is the id %i', (text, id) => expect(parseIntegerId(text)).toBe(id))

test.each([
  '28001x',
  '',
  ' 1',
  '01',
  '-1',
  '0',
  '1.0',
  '1e3',
  '2147483648',
  '99999999999999999999',
  Number.NaN,
  1.5,
])('%j is not an id', (text) => expect(parseIntegerId(text)).toBeUndefined())

test('new UUIDs are of version 7, so they sort by time', () => {
  const ids = Array.from({ length: 50 }, newUuid)
  expect(ids.every((id) => isUuid(id) && id[14] === '7')).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
})

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
