import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import { searchWords, wordQuerySql } from '@takeoff/kit/postgres/word-search'
import { jobWordsSql } from './job.ts'

/** What the row of a list tells of its job. */
export interface JobHead {
  readonly id: number
  readonly name: string | null
}

/** A row of this is the parent of the Job resolvers, unless a list hands over the head of it. */
export interface JobRow extends JobHead {
  readonly orgId: number
  readonly externalIdentifier: string | null
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

const selectJob = `
  select id, name, org_id as "orgId", external_identifier as "externalIdentifier",
    (extract(epoch from created_at) * 1000)::float8 as "createdAtMs",
    (extract(epoch from updated_at) * 1000)::float8 as "updatedAtMs"
  from job`

/** Jobs by id, of these organizations only, in no order. */
export function findJobs(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<JobRow[]> {
  return sql.query<JobRow>(`${selectJob} where id = any($1::int[]) and org_id = any($2::int[])`, [
    ids,
    orgIds,
  ])
}

/** A page of an organization's jobs by id, with one row more than the page holds. */
export function listJobs(
  sql: Sql,
  orgId: number,
  { search, page }: { readonly search: string | null | undefined; readonly page: Page<number> },
): Promise<JobRow[]> {
  const { first, after = 0 } = page
  const words = searchWords(search)
  const found = words === undefined ? '' : `and ${jobWordsSql} @@ ${wordQuerySql('$1', '$4')}`
  return sql.query<JobRow>(
    `${selectJob} where org_id = $1 and id > $2 ${found} order by id limit $3`,
    [orgId, after, first + 1, ...(words === undefined ? [] : [words])],
  )
}

/** A job with the JSON text of its newest measurements; null when it was never measured. */
export interface JobForExport extends JobHead {
  readonly externalIdentifier: string | null
  readonly measurements: string | null
}

/** A page of an organization's jobs by id. */
export function findJobsForExport(
  sql: Sql,
  orgId: number,
  { first, after }: { readonly first: number; readonly after: number },
): Promise<JobForExport[]> {
  return sql.query<JobForExport>(
    `select j.id, j.name, j.external_identifier as "externalIdentifier",
       m.measurements::text as "measurements"
     from job j left join lateral (
       select measurements from job_measurement
       where job_id = j.id and org_id = j.org_id order by version desc limit 1) m on true
     where j.org_id = $1 and j.id > $2 order by j.id limit $3`,
    [orgId, after, first],
  )
}
