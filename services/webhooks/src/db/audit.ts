import { defineEntity, p } from '@mikro-orm/core'
import type { AuditChanges } from '@takeoff/contracts/audit-record'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'

/** Triggers refuse every update, and the deletion of a record that is not trimmed: see migration 0006. */
export const AuditRecordSchema = defineEntity({
  name: 'AuditRecord',
  tableName: 'audit_record',
  filters: organizationFilter,
  properties: {
    orgId: p.integer().primary(),
    /** 1 for the first record of the organization, one more for each after it. */
    sequence: p.bigint('number').primary(),
    id: p.uuid(),
    version: p.integer(),
    occurredAt: p.datetime(3),
    recordedAt: p.datetime(3),
    userId: p.integer().nullable(),
    clientId: p.text().nullable(),
    operation: p.text(),
    targetType: p.text(),
    targetId: p.text(),
    changes: p.json<AuditChanges>(),
    requestId: p.text().nullable(),
    trace: p.text().nullable(),
    clientAddress: p.text().nullable(),
    previousHash: p.string().length(64),
    hash: p.string().length(64),
  },
  uniques: [{ name: 'audit_record_id_unique', properties: ['id'] }],
  indexes: [
    { name: 'audit_record_org_id_index', properties: ['orgId', 'id'] },
    { name: 'audit_record_user_id_index', properties: ['orgId', 'userId', 'id'] },
    { name: 'audit_record_client_id_index', properties: ['orgId', 'clientId', 'id'] },
    {
      name: 'audit_record_target_index',
      properties: ['orgId', 'targetType', 'targetId', 'id'],
    },
  ],
  triggers: [
    {
      name: 'audit_record_append_only',
      timing: 'before',
      events: ['update', 'truncate'],
      expression: `create trigger audit_record_append_only before update or truncate on audit_record
        for each statement execute function audit_record_append_only()`,
    },
    {
      name: 'audit_record_trimmed_only',
      timing: 'after',
      events: ['delete'],
      expression: `create trigger audit_record_trimmed_only after delete on audit_record
        referencing old table as removed
        for each statement execute function audit_record_append_only()`,
    },
  ],
})

/** A record of the audit log. */
export class AuditRecord extends AuditRecordSchema.class {}
AuditRecordSchema.setClass(AuditRecord)

export const AuditChainSchema = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chain',
  filters: organizationFilter,
  properties: {
    orgId: p.integer().primary().autoincrement(false),
    /** Of the last record. */
    sequence: p.bigint('number'),
    hash: p.string().length(64),
    /** Of the last record that was removed because its retention is over; the chain starts after it. */
    trimmedSequence: p.bigint('number'),
    trimmedHash: p.string().length(64),
  },
  triggers: [
    {
      name: 'audit_chain_grows',
      timing: 'before',
      events: ['update', 'delete'],
      expression: `create trigger audit_chain_grows before update or delete on audit_chain
        for each row execute function audit_chain_grows()`,
    },
  ],
})

/** Both ends of an organization's chain. Its lock serializes appending. */
export class AuditChain extends AuditChainSchema.class {}
AuditChainSchema.setClass(AuditChain)
