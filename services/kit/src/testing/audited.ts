import { AUDIT_RECORDED } from '@takeoff/contracts/audit-record'
import type { AuditRecord } from '@takeoff/contracts/audit-record'
import type { Database } from '../postgres/database.ts'

/** The audit records that wait in an outbox, in the order of their ids. */
export async function auditedBy(database: Database): Promise<AuditRecord[]> {
  const rows = await database.query<{ readonly envelope: AuditRecord }>(
    `select envelope from outbox_message where envelope ->> 'name' = $1 order by id`,
    [AUDIT_RECORDED],
  )
  return rows.map(({ envelope }) => envelope)
}
