import { stringify } from 'csv-stringify/sync'
import { jobCells, jobColumns } from '@takeoff/contracts/jobs/job-record-cells'
import type { JobToWrite } from '@takeoff/contracts/jobs/job-record-cells'

export type JobFormat = 'ndjson' | 'csv'

/** What stands before the first record of a file. */
export function jobFileHead(format: JobFormat): string {
  return format === 'csv' ? csvLine(jobColumns) : ''
}

/**
 * One job as a line of an export, with its line end. `npm run import` of what was exported makes the same
 * jobs with the same measurements; of NDJSON and CSV alike.
 */
export function writeJobRecord(job: JobToWrite, format: JobFormat): string {
  if (format === 'csv') return csvLine(jobCells(job))
  const { externalIdentifier, name, measurements } = job
  const record = { externalIdentifier, ...(name !== null && { name }), measurements }
  return `${JSON.stringify(record)}\n`
}

/** RFC 4180, with its line end. */
function csvLine(cells: readonly string[]): string {
  return stringify([cells], { record_delimiter: 'windows' })
}
