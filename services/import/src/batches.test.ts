import { expect, test } from 'vitest'
import { batchesOf } from './batches.ts'
import type { Batch } from './batches.ts'
import type { FileRecord } from './record-source.ts'

const good = (externalIdentifier: string, name?: string): FileRecord => ({
  line: 1,
  read: { kind: 'accepted', record: { externalIdentifier, name } },
})
const bad = (externalIdentifier: string | null): FileRecord => ({
  line: 1,
  read: { kind: 'rejected', externalIdentifier, path: 'name', reason: 'is bad' },
})

async function* streamOf(records: readonly FileRecord[], end?: Error) {
  yield* records
  await Promise.resolve()
  if (end !== undefined) throw end
}

async function collect(records: AsyncIterable<FileRecord>, done = 0) {
  const batches: Batch[] = []
  try {
    for await (const batch of batchesOf(records, done)) batches.push(batch)
  } catch (error) {
    return { batches, error }
  }
  return { batches }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => good(`K-${index + 1}`))

test('holds at most 500 records', async () => {
  const { batches } = await collect(streamOf(many(1200)))
  expect(batches.map(({ jobs, last }) => [jobs.length, last])).toEqual([
    [500, 500],
    [500, 1000],
    [200, 1200],
  ])
})

test('holds at most 800 kB', async () => {
  const records = Array.from({ length: 10 }, (_, index) => good(`K-${index}`, 'ö'.repeat(95_000)))
  const { batches } = await collect(streamOf(records))
  expect(batches.map(({ jobs }) => jobs.length)).toEqual([4, 4, 2])
})

test('is bounded when every record is bad', async () => {
  const { batches } = await collect(streamOf(Array.from({ length: 1100 }, () => bad(null))))
  expect(batches.map(({ refusals }) => refusals.length)).toEqual([500, 500, 100])
})

test('refuses a key that occurred before, also when the first record was refused', async () => {
  const { batches } = await collect(
    streamOf([good('A'), bad('B'), good('A'), good('B'), bad(null)]),
  )
  expect(batches).toMatchObject([
    {
      jobs: [{ record: 1, key: 'A' }],
      refusals: [
        { record: 2, key: 'B', path: 'name', reason: 'is bad' },
        { record: 3, key: 'A', path: 'externalIdentifier', reason: 'is that of record 1 too' },
        { record: 4, key: 'B', path: 'externalIdentifier', reason: 'is that of record 2 too' },
        { record: 5, key: null },
      ],
      last: 5,
    },
  ])
})

test('begins after the records that are done, and still refuses their keys', async () => {
  const { batches } = await collect(streamOf([...many(600), good('K-1')]), 550)
  expect(batches).toHaveLength(1)
  expect(batches[0]?.jobs.map(({ record }) => record)).toEqual(
    Array.from({ length: 50 }, (_, index) => 551 + index),
  )
  expect(batches[0]?.refusals).toMatchObject([{ record: 601, reason: 'is that of record 1 too' }])
  expect(await collect(streamOf(many(5)), 5)).toEqual({ batches: [] })
})

test('contains the records before a read error', async () => {
  const broken = new Error('broken')
  const { batches, error } = await collect(streamOf(many(3), broken))
  expect(batches).toMatchObject([{ last: 3 }])
  expect(error).toBe(broken)
})
