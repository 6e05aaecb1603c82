import { sql as raw } from 'kysely'
import type { RowsByTable } from '@takeoff/kit/operator/erase'

/**
 * What `erase job` erases: files, too, that no other job comes from. Items and revisions go with
 * their list, measurements with their job.
 */
export function rowsOfJob(jobId: number): RowsByTable {
  return [
    [
      'measurement_file',
      raw`exists (select from job_measurement m where m.measurement_file_id = r.id and m.job_id = ${jobId})
        and not exists (select from job_measurement m where m.measurement_file_id = r.id and m.job_id <> ${jobId})`,
    ],
    ['production_list', raw`r.job_id = ${jobId}`],
    ['job', raw`r.id = ${jobId}`],
  ]
}
