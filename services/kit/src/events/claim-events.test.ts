import { expect, test } from 'vitest'
import { createClaim } from './claim-events.ts'
import type { Sql } from '../postgres/sql.ts'

/** 2026-01-01T00:00:10.000Z and one second before. */
const ID = '019b76da-cf10-7000-8000-000000000001'
const SECOND_BEFORE = '019b76da-cb28-0000-0000-000000000000'
const WHOLE = '00000000-0000-0000-0000-000000000000'

/** Returns a function that looks at a time for events, claims `id` if given, and returns where the scan began. */
function startLooking() {
  const clock = { ms: 0 }
  const claim = createClaim(() => clock.ms)
  return async (ms: number, id?: string, tookMs = 0): Promise<unknown> => {
    clock.ms = ms
    let beganAt: unknown
    const scan = (_: unknown, { from }: { readonly from: string }): Promise<unknown[]> => {
      clock.ms += tookMs
      beganAt = from
      return Promise.resolve(id === undefined ? [] : [{ id }])
    }
    const oldest = await claim.oldest({ rows: scan } as unknown as Sql)
    const claimed = { rows: () => Promise.resolve([]) } as unknown as Sql
    if (oldest !== undefined) await claim.take(claimed, oldest, 200)
    return beganAt
  }
}

test('most scans begin a second before the last batch, and four per second at the first row', async () => {
  const look = startLooking()
  expect(await look(0, ID)).toBe(WHOLE)
  expect(await look(5)).toBe(SECOND_BEFORE)
  expect(await look(249)).toBe(SECOND_BEFORE)
  expect(await look(250)).toBe(WHOLE)
  expect(await look(251)).toBe(SECOND_BEFORE)
})

test('after a full scan finds older rows, later scans begin there', async () => {
  const look = startLooking()
  await look(0, ID)
  expect(await look(300, '019b76da-0000-7000-8000-000000000001')).toBe(WHOLE)
  expect(await look(305)).toBe('019b76d9-fc18-0000-0000-000000000000')
})

test('full scans that take long are rare: a twentieth of the time', async () => {
  const look = startLooking()
  await look(0, ID, 100)
  expect(await look(1_999)).toBe(SECOND_BEFORE)
  expect(await look(2_000)).toBe(WHOLE)
})

test('ids without a timestamp hide no rows', async () => {
  const look = startLooking()
  await look(0, '00000000-0000-4000-8000-000000000001')
  expect(await look(5)).toBe(WHOLE)
})
