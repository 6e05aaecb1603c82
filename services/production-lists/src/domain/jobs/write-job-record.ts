import { QUOTED_IN_CSV } from '@takeoff/contracts/csv-quoting'
import { stringify } from 'csv-stringify/sync'
import { jobCells, jobColumns } from '@takeoff/contracts/jobs/job-record-cells'
import type { JobToWrite } from '@takeoff/contracts/jobs/job-record-cells'
import { jsonLine } from '@takeoff/kit/values/json'

export type JobFormat = 'ndjson' | 'csv'

/** The header row of a CSV file; empty for NDJSON. */
export function jobFileHead(format: JobFormat): string {
  return format === 'csv' ? csvLine(jobColumns) : ''
}

/**
 * One job as a line of an export, with its line end. `npm run import` of an export, NDJSON or CSV,
 * creates the same jobs with the same measurements.
 */
export function writeJobRecord(job: JobToWrite, format: JobFormat): string {
  if (format === 'csv') return csvLine(jobCells(job))
  const { externalIdentifier, name, measurements } = job
  const record = { externalIdentifier, ...(name !== null && { name }), measurements }
  return jsonLine(record)
}

/** RFC 4180, with its line end. */
function csvLine(cells: readonly string[]): string {
  return stringify([cells], { record_delimiter: 'windows', quoted_match: QUOTED_IN_CSV })
}
