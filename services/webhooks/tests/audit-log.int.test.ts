import { CHAIN_START, chainViolation } from '@takeoff/contracts/audit-chain'
import type { ChainedRecord } from '@takeoff/contracts/audit-chain'
import type { AuditRecord } from '@takeoff/contracts/audit-record'
import { createAuditRecord } from '@takeoff/kit/events/audit'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { beforeAll, describe, expect, test } from 'vitest'
import { ingestAudit } from '../src/ingest/ingest-audit.ts'
import { readMessage } from '../src/ingest/read-message.ts'
import { startReceiver } from './support/receiver.ts'
import { listEvent, startTestService, subscribe, waitUntilIdle } from './support/test-service.ts'
import { readChain } from './support/read-chain.ts'

const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())

let lastOrgId = 100
const newOrgId = (): number => (lastOrgId += 1)

function recordOf(orgId: number, change: Partial<AuditRecord> = {}): AuditRecord {
  const operation = {
    orgId,
    operation: 'vendorConnect',
    target: { type: 'vendor' as const, id: 3 },
  }
  const changes = { branch: { before: null, after: { z: [1.1, 1e21], a: 'ö' } } }
  const caller = { userId: 7, clientId: undefined }
  const clientAddress = '203.0.113.7'
  return {
    ...createAuditRecord(
      { caller, clientAddress, requestId: 'request-1' },
      { ...operation, changes },
    ),
    ...change,
  }
}

const chainOf = (orgId: number): Promise<ChainedRecord[]> => readChain(service.database, orgId)

/** What is wrong with a chain. */
function violationsOf(chain: readonly ChainedRecord[]): unknown[] {
  return chain
    .map((record, index) => chainViolation(chain[index - 1] ?? CHAIN_START, record))
    .filter((violation) => violation !== undefined)
}

describe('audit records that arrive', () => {
  test('are appended once, whole, to the chain of their organization', async () => {
    const [orgId, otherId] = [newOrgId(), newOrgId()]
    const records = [recordOf(orgId), recordOf(otherId), recordOf(orgId)]
    expect(await service.publish(...records)).toBe(204)
    expect(await service.publish(...records)).toBe(204)

    const chain = await chainOf(orgId)
    expect(chain).toHaveLength(2)
    expect(await chainOf(otherId)).toHaveLength(1)
    expect(violationsOf(chain)).toEqual([])
    const { name: _name, ...first } = records[0] as AuditRecord
    expect(chain[0]).toMatchObject({ ...first, sequence: 1 })
  })

  test('come with events in one request, and each goes its way', async () => {
    const orgId = newOrgId()
    const event = listEvent('production-list.created', { orgId })
    expect(await service.publish(recordOf(orgId), event, recordOf(orgId))).toBe(204)
    expect(await chainOf(orgId)).toHaveLength(2)
    const events = await service.database.query('select id from domain_event where org_id = $1', [
      orgId,
    ])
    expect(events).toEqual([{ id: event.id }])
  })

  test('are never sent to a subscription, even to one of all events', async () => {
    const orgId = newOrgId()
    const options = { orgIds: [orgId], path: '/all' }
    const { id } = await subscribe(service, receiver, options)
    await service.publish(recordOf(orgId))
    await service.publish(listEvent('production-list.created', { orgId }))
    await waitUntilIdle(service)
    const sent = await service.database.query(
      `select event from finished_delivery where webhook_id = $1 and event not like '%verification%'`,
      [id],
    )
    expect(sent).toEqual([{ event: 'project-management-production-list-created' }])
  })

  test('concurrently, also for new organizations in another order, stay one chain each', async () => {
    const orgIds = [newOrgId(), newOrgId(), newOrgId()]
    const batches = Array.from({ length: 12 }, (_, index) =>
      orgIds.toSorted(() => (index % 2) - 0.5).map((orgId) => recordOf(orgId)),
    )
    const statuses = await Promise.all(batches.map((batch) => service.publish(...batch)))
    expect(new Set(statuses)).toEqual(new Set([204]))
    for (const orgId of orgIds) {
      const chain = await chainOf(orgId)
      expect(chain).toHaveLength(batches.length)
      expect(violationsOf(chain)).toEqual([])
    }
  })

  test('that no contract fits, or that PostgreSQL cannot hold, are dead-lettered alone', async () => {
    const orgId = newOrgId()
    const nul = recordOf(orgId, { changes: { a: { before: null, after: '\u0000' } } })
    await service.publish(recordOf(orgId), { ...recordOf(orgId), orgId: 'x' }, nul, recordOf(orgId))
    expect(await chainOf(orgId)).toHaveLength(2)
    const poison = await service.database.query<{ body: Buffer }>('select body from poison_message')
    expect(poison.map(({ body }) => body.toString())).toContainEqual(JSON.stringify(nul))
    expect(poison).toHaveLength(2)
  })

  test('are counted once, also beside one that PostgreSQL cannot hold', async () => {
    const orgId = newOrgId()
    const known = recordOf(orgId)
    await service.publish(known)
    const nul = recordOf(orgId, { changes: { a: { before: null, after: '\u0000' } } })
    const body = Buffer.from(JSON.stringify([known, nul, recordOf(orgId)]))
    const read = readMessage({ body, carrier: 'http', messageId: undefined }).filter(
      (one) => one.kind === 'audit',
    )
    expect(await ingestAudit(service.database, read)).toEqual({ auditRecords: 1, poisoned: 1 })
  })
})

describe('the audit log', () => {
  const orgId = newOrgId()
  beforeAll(async () => void (await service.publish(recordOf(orgId), recordOf(orgId))))

  test.each([
    `update audit_record set operation = 'x' where org_id = ${orgId}`,
    `delete from audit_record where org_id = ${orgId}`,
    'truncate audit_record',
    `update audit_chain set sequence = 1 where org_id = ${orgId}`,
    `update audit_chain set hash = repeat('a', 64) where org_id = ${orgId}`,
    `delete from audit_chain where org_id = ${orgId}`,
    'truncate audit_chain',
    // Not yet 30 days old.
    `update audit_chain c set trimmed_sequence = r.sequence, trimmed_hash = r.hash
     from audit_record r where r.org_id = c.org_id and c.org_id = ${orgId} and r.sequence = 1`,
  ])('is append-only, even for its owner: %s', async (statement) => {
    await expect(service.database.query(statement)).rejects.toMatchObject({ code: '42501' })
    expect(await chainOf(orgId)).toHaveLength(2)
  })
})
