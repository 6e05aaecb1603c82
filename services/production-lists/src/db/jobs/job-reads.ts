import { sql as raw } from 'kysely'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { searchWords, wordQuery } from '@takeoff/kit/postgres/word-search'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { statement, statementFor } from '../statements.ts'
import { jobWordsSql } from './job.ts'

/** The columns of its job that the row of a list contains. */
export interface JobHead {
  readonly id: number
  readonly name: string | null
}

/** The parent of the Job resolvers, except where a list provides only a JobHead. */
export interface JobRow extends JobHead {
  readonly orgId: number
  readonly externalIdentifier: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const jobColumns = [
  'id',
  'orgId',
  'name',
  'externalIdentifier',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof JobRow)[]

const selectJobs = statement(
  (db, $: Params<{ readonly ids: readonly number[]; readonly orgIds: readonly number[] }>) =>
    db
      .selectFrom('job')
      .where((eb) => eb('id', '=', eb.fn.any($.ids)))
      .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
      .select(jobColumns),
)

/** Jobs by id, of these organizations only, unordered. */
export function findJobs(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<JobRow[]> {
  return sql.rows(selectJobs, { ids, orgIds })
}

interface JobPage {
  readonly orgId: number
  readonly after: number
  readonly limit: number
  readonly words: string | undefined
}

const selectPage = statementFor(
  [{ isSearched: true }, { isSearched: false }],
  (db, $: Params<JobPage>, { isSearched }) =>
    db
      .selectFrom('job')
      .where('orgId', '=', $.orgId)
      .where('id', '>', $.after)
      .$if(isSearched, (jobs) =>
        jobs.where(
          'id',
          'in',
          db
            .selectFrom('jobSearch')
            .where(raw<boolean>`${raw.raw(jobWordsSql)} @@ ${wordQuery($.orgId, $.words)}`)
            .select('id'),
        ),
      )
      .orderBy('id')
      .limit($.limit)
      .select(jobColumns),
)

/** A page of an organization's jobs by id, plus one row after the page. */
export function listJobs(
  sql: Sql,
  orgId: number,
  { search, page }: { readonly search: string | null | undefined; readonly page: Page<number> },
): Promise<JobRow[]> {
  const words = searchWords(search)
  const wanted = { orgId, after: page.after ?? 0, limit: page.first + 1, words }
  return sql.rows(selectPage({ isSearched: words !== undefined }), wanted)
}

/** A job with its newest measurements; null when it was never measured. */
export interface JobForExport extends JobHead {
  readonly externalIdentifier: string | null
  readonly measurements: Measurements | null
}

interface ExportPage {
  readonly orgId: number
  readonly after: number
  readonly first: number
}

const selectForExport = statement((db, $: Params<ExportPage>) =>
  db
    .selectFrom('job as j')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('jobMeasurement')
          .whereRef('jobId', '=', 'j.id')
          .whereRef('orgId', '=', 'j.orgId')
          .orderBy('version', 'desc')
          .limit(1)
          .select('measurements')
          .as('m'),
      (join) => join.onTrue(),
    )
    .where('j.orgId', '=', $.orgId)
    .where('j.id', '>', $.after)
    .orderBy('j.id')
    .limit($.first)
    .select(['j.id', 'j.name', 'j.externalIdentifier', 'm.measurements']),
)

/** A page of an organization's jobs by id. */
export function findJobsForExport(
  sql: Sql,
  orgId: number,
  { first, after }: { readonly first: number; readonly after: number },
): Promise<JobForExport[]> {
  return sql.rows(selectForExport, { orgId, first, after })
}
