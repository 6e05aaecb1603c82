import { sql as raw } from 'kysely'
import type { RowsByTable } from '@takeoff/kit/operator/erase'

/** Nothing of the audit log can be deleted before it is trimmed: who did what is kept for its own time. */
export const keptTables = ['audit_chain', 'audit_record']

/** What `erase job` erases: the events that name the job, and their deliveries. */
export function rowsOfJob(jobId: number): RowsByTable {
  const ofEvent = raw`r.domain_event_id in (
    select e.id from domain_event e where e.data->>'jobId' = ${String(jobId)})`
  return [
    ['delivery', ofEvent],
    ['finished_delivery', ofEvent],
    [
      'domain_event',
      raw`r.data->>'jobId' = ${String(jobId)}
        and not exists (select from delivery d where d.domain_event_id = r.id)`,
    ],
  ]
}
