import { sql as raw } from 'kysely'
import type { RowsByTable } from '@takeoff/kit/operator/erase'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { uuid } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from './statements.ts'

/** Nothing of the audit log can be deleted before it is trimmed: who did what is kept for its own time. */
export const keptTables = ['audit_chain', 'audit_record']

const selectEvents = plainStatement(
  { id: uuid },
  ($: Params<{ readonly jobId: string }>) =>
    raw`select id from domain_event where data->>'jobId' = ${$.jobId}`,
)

/**
 * What `erase job` erases: the events that name the job, and their deliveries. No index finds the events, so their ids are
 * read once, and not by each batch of each partition. An event that arrives later stays with its deliveries, because those
 * that have ended would be left without an event that leads to them; the next reading finds all of them.
 */
export async function rowsOfJob(jobId: number, sql: Sql): Promise<RowsByTable> {
  const ids = (await sql.rows(selectEvents, { jobId: String(jobId) })).map(({ id }) => id)
  const ofEvent = raw`r.domain_event_id = any(${ids}::uuid[])`
  return [
    ['delivery', ofEvent],
    ['finished_delivery', ofEvent],
    [
      'domain_event',
      raw`r.id = any(${ids}::uuid[]) and not exists (select from delivery d where d.domain_event_id = r.id)`,
    ],
  ]
}
