import { sql as raw } from 'kysely'
import { int4, int8, nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../db/statements.ts'
import { BATCH_SIZE } from './delete-old-rows.ts'
import type { Deletion } from './delete-old-rows.ts'

const DAY_MS = 86_400_000

/**
 * Records past retention: always the oldest of a chain, which then begins with the hash of the last one that went. So it
 * can be verified like a whole one. A batch is of one organization: its commit releases the chain, which new records wait
 * for.
 */
export function oldAuditRecords(now: Date, retentionDays: number): Deletion {
  const before = new Date(now.getTime() - retentionDays * DAY_MS)
  return {
    what: 'audit_records',
    async deleteBatch(sql, from) {
      const moved = await sql.row(moveBegin, { before, from, limit: BATCH_SIZE })
      if (moved === undefined) return { deleted: 0, next: undefined }
      const { orgId, first, last } = moved
      await sql.run(deleteTrimmed, { orgId, last })
      const deleted = last - first + 1
      return { deleted, next: deleted === BATCH_SIZE ? orgId : orgId + 1 }
    },
  }
}

interface Trimming {
  readonly before: Date
  /** The least id of an organization. */
  readonly from: number
  readonly limit: number
}

/**
 * Moves the begin of the next chain, by at most `limit` records. A trigger refuses to move it to anything but a record that is
 * old enough.
 */
const moveBegin = plainStatement(
  { orgId: int4, first: int8, last: int8 },
  ($: Params<Trimming>) => raw`
    with old as (
      select c.org_id, c.trimmed_sequence from audit_chain c
      join audit_record r on r.org_id = c.org_id and r.sequence = c.trimmed_sequence + 1
      where c.org_id >= ${$.from}::bigint and r.recorded_at < ${$.before}
      order by c.org_id limit 1 for update of c
    ), last as (
      select r.org_id, r.sequence, r.hash, old.trimmed_sequence + 1 as first
      from old join audit_record r on r.org_id = old.org_id
        and r.sequence > old.trimmed_sequence and r.sequence <= old.trimmed_sequence + ${$.limit}::int
      where r.recorded_at < ${$.before}
      order by r.sequence desc limit 1
    )
    update audit_chain c set trimmed_sequence = last.sequence, trimmed_hash = last.hash
    from last where c.org_id = last.org_id
    returning c.org_id as "orgId", last.first as first, last.sequence as last`,
)

const deleteTrimmed = plainStatement(
  nothing,
  ($: Params<{ readonly orgId: number; readonly last: number }>) =>
    raw`delete from audit_record where org_id = ${$.orgId} and sequence <= ${$.last}`,
)
