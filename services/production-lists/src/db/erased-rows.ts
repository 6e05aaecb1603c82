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

/**
 * Jobs whose measurements come from a file of no other job, which may have been imported after the files were erased: a
 * later round erases the file first, because without its job it is found no more.
 */
export const jobsWithFiles: RowsByTable = [
  [
    'job',
    raw`exists (
      select from job_measurement m join measurement_file f on f.id = m.measurement_file_id
      where m.job_id = r.id and not exists (
        select from job_measurement o where o.measurement_file_id = f.id and o.job_id <> r.id))`,
  ],
]
