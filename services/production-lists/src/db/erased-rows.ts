import { sql as raw } from 'kysely'
import type { RowsByTable } from '@takeoff/kit/postgres/erase'

/** What `erase job` erases. Items and revisions go with their list, measurements with their job. */
export function rowsOfJob(jobId: number): RowsByTable {
  return [
    ['production_list', raw`r.job_id = ${jobId}`],
    ['job', raw`r.id = ${jobId}`],
  ]
}
