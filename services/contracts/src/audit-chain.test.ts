import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHAIN_START, chainRecord, chainViolation } from './audit-chain.ts'
import type { ChainedRecord } from './audit-chain.ts'
import { AUDIT_CHANGES_MAX, parseAuditRecord } from './audit-record.ts'
import { canonicalJson } from './canonical-json.ts'

const sample = (): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL('../samples/audit.recorded.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>

describe('an audit record', () => {
  test('is left unchanged by parsing, and loses keys of a newer producer', () => {
    expect(parseAuditRecord(sample())).toEqual(sample())
    expect(parseAuditRecord({ ...sample(), somethingNew: true })).toEqual(sample())
  })

  test.each([
    [{ name: 'production-list.created' }, 'name'],
    [{ id: '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d' }, 'id'],
    [{ orgId: 0 }, 'orgId'],
    [{ actor: { userId: 7 } }, 'actor.clientId'],
    [{ clientAddress: 'localhost' }, 'clientAddress'],
    [{ changes: { a: { before: 1 } } }, 'changes.a.after'],
    [
      {
        changes: Object.fromEntries(
          Array.from({ length: AUDIT_CHANGES_MAX + 1 }, (_, n) => [n, { before: 0, after: 1 }]),
        ),
      },
      'changes',
    ],
  ])('with %j is refused by the path of its violation', (violation, path) => {
    expect(() => parseAuditRecord({ ...sample(), ...violation })).toThrow(path)
  })
})

describe('the chain of an organization', () => {
  const recordedAt = '2026-03-16T08:30:05.000Z'
  const record = parseAuditRecord(sample())
  const first = chainRecord(CHAIN_START, record, recordedAt)
  const second = chainRecord(first, { ...record, operation: 'vendorDisconnect' }, recordedAt)
  const third = chainRecord(second, record, recordedAt)

  test('numbers records from 1, and each has the hash of the one before', () => {
    expect([first, second, third].map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect([second.previousHash, third.previousHash]).toEqual([first.hash, second.hash])
    expect(chainViolation(CHAIN_START, first)).toBeUndefined()
    expect(chainViolation(first, second)).toBeUndefined()
  })

  test('does not depend on the order of keys', () => {
    const shuffled = Object.fromEntries(Object.entries(second).toReversed())
    expect(chainViolation(first, shuffled as unknown as ChainedRecord)).toBeUndefined()
  })

  test.each([
    ['an altered record', first, { ...second, operation: 'x' }, 'record 2 was altered'],
    ['another time', first, { ...second, recordedAt: '' }, 'record 2 was altered'],
    ['a removed record', first, third, 'records 2 to 2 were removed'],
    ['a repeated record', second, second, 'record 2 is there twice'],
    [
      'a record that was altered and hashed again',
      chainRecord(CHAIN_START, { ...record, operation: 'x' }, recordedAt),
      second,
      'record 2 does not follow the record before it',
    ],
  ])('shows %s', (_what, previous, altered, violation) => {
    expect(chainViolation(previous, altered)).toContain(violation)
  })

  test('has a form that other languages can compute: RFC 8785', () => {
    expect(canonicalJson({ b: [{ d: 1e21, c: 0.1 }], a: 'ö\n', '10': null, '9': true })).toBe(
      '{"10":null,"9":true,"a":"ö\\n","b":[{"c":0.1,"d":1e+21}]}',
    )
  })
})
