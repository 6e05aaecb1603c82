import type { Insertable, Selectable } from 'kysely'
import type { ChainedRecord } from '@takeoff/contracts/audit-chain'
import type { Tables } from '../db/statements.ts'

/** The row of a record. */
export function toRow({
  actor,
  target,
  ...record
}: ChainedRecord): Insertable<Tables['auditRecord']> {
  return {
    ...record,
    occurredAt: new Date(record.occurredAt),
    recordedAt: new Date(record.recordedAt),
    ...actor,
    targetType: target.type,
    targetId: target.id,
  }
}

/** The columns of a record. */
export const recordColumns = [
  'orgId',
  'sequence',
  'id',
  'version',
  'occurredAt',
  'recordedAt',
  'userId',
  'clientId',
  'operation',
  'targetType',
  'targetId',
  'changes',
  'requestId',
  'trace',
  'clientAddress',
  'previousHash',
  'hash',
] as const

/** The record of a row, with exactly the keys that its hash covers. */
export function toChainedRecord({
  userId,
  clientId,
  targetType,
  targetId,
  occurredAt,
  recordedAt,
  version,
  ...row
}: Selectable<Tables['auditRecord']>): ChainedRecord {
  return {
    ...row,
    version: version as ChainedRecord['version'],
    occurredAt: occurredAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    actor: { userId, clientId },
    target: { type: targetType, id: targetId },
  }
}
