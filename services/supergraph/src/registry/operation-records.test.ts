import { describe, expect, it } from 'vitest'
import { mergeRecords } from './operation-records.ts'
import type { OperationRecord } from './operation-records.ts'

const NOW = new Date('2026-11-30T12:00:00.000Z')
const dayOf = (daysAgo: number): string =>
  new Date(NOW.getTime() - daysAgo * 86_400_000).toISOString()

const record = (hash: string, given: Partial<OperationRecord> = {}): OperationRecord => ({
  hash,
  document: '{ book { title } }',
  operationName: null,
  exact: true,
  count: 1,
  lastSeenAt: dayOf(0),
  clients: [],
  ...given,
})
const recordsOf = (length: number, name: string, given: Partial<OperationRecord>) =>
  Array.from({ length }, (_, index) => record(`${name}${index}`, given))

describe('a record of operations that is full', () => {
  const frequent = recordsOf(750, 'frequent', { count: 1_000, lastSeenAt: dayOf(1) })
  const rare = recordsOf(250, 'rare', { count: 5, lastSeenAt: dayOf(1) })

  it('keeps the operation of a client that begins, which becomes frequent there', () => {
    let records = [...frequent, ...rare]
    for (let merge = 0; merge < 10; merge += 1)
      records = mergeRecords(records, [record('new')], NOW)
    expect(records).toHaveLength(1_000)
    expect(records[750]).toMatchObject({ hash: 'new', count: 10 })
  })

  it('keeps frequent operations when many others are sent once', () => {
    const once = recordsOf(3_000, 'once', {})
    const kept = new Set(mergeRecords([...frequent, ...rare], once, NOW).map(({ hash }) => hash))
    expect(kept.size).toBe(1_000)
    expect(frequent.filter(({ hash }) => !kept.has(hash))).toEqual([])
  })

  it('is sorted by frequency', () => {
    const counts = mergeRecords([...frequent, ...rare], recordsOf(100, 'once', {}), NOW).map(
      ({ count }) => count,
    )
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })

  it('drops operations that were not sent for 30 days', () => {
    const old = record('old', { count: 9_000, lastSeenAt: dayOf(31) })
    expect(mergeRecords([old], [record('new')], NOW)).toMatchObject([{ hash: 'new' }])
  })
})
