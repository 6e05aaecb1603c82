import type { Sql } from '@takeoff/kit/postgres/sql'
import { findJobsForExport } from '../db/jobs/job-reads.ts'
import { jobFileHead, writeJobRecord } from '../domain/jobs/write-job-record.ts'
import type { ExportFormat } from '@takeoff/kit/exports/export-format'

/** Measurements may be long: those of 50 jobs are at most 10 MB. */
const JOBS_PER_PAGE = 50

/** The jobs of an organization with their newest measurements, as `npm run import` reads them. */
export async function* exportJobs(
  sql: Sql,
  orgId: number,
  format: ExportFormat,
): AsyncGenerator<string> {
  let head = jobFileHead(format)
  let after = 0
  for (;;) {
    const page = await findJobsForExport(sql, orgId, { first: JOBS_PER_PAGE, after })
    for (const { measurements, ...job } of page) {
      yield head + writeJobRecord({ ...job, measurements: measurements ?? undefined }, format)
      head = ''
    }
    if (page.length < JOBS_PER_PAGE) break
    after = page.at(-1)?.id ?? after
  }
  yield head
}
