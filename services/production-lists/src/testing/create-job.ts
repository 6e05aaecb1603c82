import { sql as raw } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import { int4 } from '@takeoff/kit/postgres/sql-types'
import { seedJob } from '../db/jobs/save-job.ts'
import { plainStatement } from '../db/statements.ts'
import { parseMeasurements } from '@takeoff/contracts/jobs/measurements'
import { invariant } from '@takeoff/kit/values/invariant'

const nextIds = plainStatement(
  { jobId: int4, salesOpportunityId: int4 },
  () => raw`select nextval('job_id_seq')::int as "jobId",
                   nextval('sales_opportunity_id_seq')::int as "salesOpportunityId"`,
)

/** A measured job under new ids. */
export async function createJob(
  database: Database,
  job: { readonly orgId: number; readonly name: string | null; readonly measurements: unknown },
): Promise<{ readonly jobId: number; readonly salesOpportunityId: number }> {
  const parsed = parseMeasurements(job.measurements)
  if (parsed.kind === 'rejected') throw new Error(`${parsed.path} ${parsed.reason}`)

  return database.transaction(async (sql) => {
    const ids = await sql.row(nextIds, {})
    invariant(ids !== undefined, 'the sequences gave no ids')
    await seedJob(sql, {
      ...job,
      ...ids,
      id: ids.jobId,
      externalIdentifier: null,
      measurements: parsed.measurements,
    })
    return ids
  })
}
