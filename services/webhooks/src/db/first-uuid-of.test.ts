import { newUuid } from '@takeoff/kit/ids'
import { expect, test } from 'vitest'
import { firstUuidOf } from './first-uuid-of.ts'

test('it is not greater than any id of its millisecond or later, and greater than all before', () => {
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
])('%s begins with %s', (at, id) => {
  expect(firstUuidOf(new Date(at))).toBe(id)
})
