import { describe, expect, test } from 'vitest'
import { changesOf, createAuditRecord } from './audit.ts'

const operation = {
  orgId: 1,
  operation: 'vendorConnect',
  target: { type: 'vendor' as const, id: 3 },
}

describe('an audit record', () => {
  test('says who did what, by which request, and from where', () => {
    const record = createAuditRecord(
      {
        caller: { userId: 7, clientId: 'importer' },
        requestId: 'request-1',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b9c7c989f97918e1-01',
        clientAddress: '203.0.113.7',
      },
      operation,
    )
    expect(record).toMatchObject({
      orgId: 1,
      actor: { userId: 7, clientId: 'importer' },
      operation: 'vendorConnect',
      target: { type: 'vendor' as const, id: '3' },
      changes: {},
      requestId: 'request-1',
      trace: '00-0af7651916cd43dd8448eb211c80319c-b9c7c989f97918e1-01',
      clientAddress: '203.0.113.7',
    })
  })

  test('has the time of its id, so that both have one order', () => {
    const { id, occurredAt } = createAuditRecord({}, operation)
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(Date.parse(occurredAt))
  })

  test('of the service itself has no actor', () => {
    expect(createAuditRecord({}, operation).actor).toEqual({ userId: null, clientId: null })
  })
})

describe('the changes of an audit record', () => {
  test('are the fields that differ; fields that were not given do not', () => {
    const before = { name: 'A', phone: null, lines: ['a'], updatedAt: new Date(0) }
    expect(changesOf(before, { name: 'B', lines: ['a'] })).toEqual({
      name: { before: 'A', after: 'B' },
    })
  })

  test('of something new are all fields that have a value', () => {
    expect(changesOf(undefined, { name: 'A', at: new Date(0), phone: null })).toEqual({
      name: { before: null, after: 'A' },
      at: { before: null, after: '1970-01-01T00:00:00.000Z' },
    })
  })

  test('show no secret, and not even whether a new one differs from the old one by its length', () => {
    const changes = changesOf({ token: 'aaa', name: 'A' }, { token: 'b', name: 'A' }, ['token'])
    expect(changes).toEqual({ token: { before: '[hidden]', after: '[hidden]' } })
  })

  test('cut long values, and show no bytes', () => {
    const changes = changesOf(undefined, {
      text: 'ä'.repeat(2000),
      many: Array.from({ length: 2000 }, () => 1),
      logo: Buffer.alloc(5000),
    })
    expect(changes['text']?.after).toBe(`${'ä'.repeat(1000)}…`)
    expect(changes['many']?.after).toHaveLength(1001)
    expect(changes['logo']?.after).toBe('[5000 bytes]')
  })
})
