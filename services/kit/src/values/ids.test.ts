import { expect, test } from 'vitest'
import { isUuid, newUuid, parseIntegerId } from './ids.ts'

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
