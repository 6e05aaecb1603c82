import { sql as raw } from 'kysely'
import type { Selectable } from 'kysely'
import type { IdPlace } from '@takeoff/kit/graphql/cursor'
import type { Page } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, int8, nullable } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { searchWords, wordQuery } from '@takeoff/kit/postgres/word-search'
import { INTEGER_ID_MAX } from '@takeoff/kit/values/ids'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { statement, statementFor } from '../statements.ts'
import type { OwnIds, Tables } from '../statements.ts'
import { jobWordsSql } from './job.ts'
import { newestMeasurements } from './newest-measurements.ts'

/** The columns of its job that the row of a list contains. */
export interface JobHead {
  readonly id: number
  readonly name: string | null
}

const jobColumns = ['id', 'orgId', 'name', 'externalIdentifier', 'createdAt', 'updatedAt'] as const

/** The parent of the Job resolvers, except where a list provides only a JobHead. */
export type JobRow = Readonly<Pick<Selectable<Tables['job']>, (typeof jobColumns)[number]>>

const selectJobs = statement((db, $: Params<OwnIds>) =>
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

/** By id from the first or the last one, or by the time of change. */
export type JobOrder = 'oldest' | 'newest' | 'changed'

export interface JobPage {
  readonly orgId: number
  readonly search: Optional<string>
  readonly order: JobOrder
  /** Only in the order of changes: those changed at this time or later. */
  readonly updatedSince: Optional<Date>
  readonly page: Page<IdPlace>
}

interface PageParams {
  readonly orgId: number
  readonly after: number
  readonly updatedSince: Date
  readonly afterTime: Date
  readonly limit: number
  readonly words: string | undefined
}

const selectPage = statementFor(
  [
    { isSearched: true, order: 'oldest' },
    { isSearched: false, order: 'newest' },
    { isSearched: false, order: 'changed' },
  ],
  (db, $: Params<PageParams>, { isSearched, order }: { isSearched: boolean; order: JobOrder }) =>
    db
      .selectFrom('job')
      .where('orgId', '=', $.orgId)
      .$if(order === 'oldest', (jobs) => jobs.where('id', '>', $.after))
      .$if(order === 'newest', (jobs) => jobs.where('id', '<', $.after))
      .$if(order === 'changed', (jobs) =>
        jobs
          .where('updatedAt', '>=', $.updatedSince)
          .where(raw<boolean>`(updated_at, id) > (${$.afterTime}::timestamptz, ${$.after}::int)`),
      )
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
      .orderBy(sqlOfOrder[order])
      .limit($.limit)
      .select(jobColumns),
)

const sqlOfOrder = { oldest: raw`id`, newest: raw`id desc`, changed: raw`updated_at, id` }

/** A page of an organization's jobs in their order, plus one row after the page. */
export function listJobs(
  sql: Sql,
  { orgId, search, order, updatedSince, page }: JobPage,
): Promise<JobRow[]> {
  const words = searchWords(search)
  const since = updatedSince ?? new Date(0)
  return sql.rows(selectPage({ isSearched: words !== undefined, order }), {
    orgId,
    after: page.after?.id ?? (order === 'newest' ? INTEGER_ID_MAX : 0),
    updatedSince: since,
    afterTime: page.after?.updatedAt ?? since,
    limit: page.first + 1,
    words,
  })
}

/** How far a job is. */
export interface JobProgress {
  readonly id: number
  /** Null when it was never measured. */
  readonly measurementVersion: number | null
  readonly productionListCount: number
}

const selectProgress = statement((db, $: Params<OwnIds>) =>
  db
    .selectFrom('job as j')
    .where((eb) => eb('j.id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('j.orgId', '=', eb.fn.any($.orgIds)))
    .select((eb) => {
      const versions = eb
        .selectFrom('jobMeasurement as m')
        .whereRef('m.jobId', '=', 'j.id')
        .whereRef('m.orgId', '=', 'j.orgId')
        .select((m) => m.fn.max('m.version').as('version'))
      const lists = eb
        .selectFrom('productionList as l')
        .whereRef('l.jobId', '=', 'j.id')
        .whereRef('l.orgId', '=', 'j.orgId')
        .select((l) => l.fn.countAll().as('count'))
      return [
        'j.id',
        column('measurementVersion', nullable(int4), versions),
        column('productionListCount', int8, lists),
      ]
    }),
)

/** How far these jobs are, of these organizations only, unordered. */
export function findJobProgress(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<JobProgress[]> {
  return sql.rows(selectProgress, { ids, orgIds })
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
    .leftJoinLateral(newestMeasurements(raw.ref<number>('j.id')), (join) => join.onTrue())
    .where('j.orgId', '=', $.orgId)
    .where('j.id', '>', $.after)
    .orderBy('j.id')
    .limit($.first)
    .select(['j.id', 'j.name', 'j.externalIdentifier', 'newest.measurements']),
)

/** A page of an organization's jobs by id. */
export function findJobsForExport(
  sql: Sql,
  orgId: number,
  { first, after }: { readonly first: number; readonly after: number },
): Promise<JobForExport[]> {
  return sql.rows(selectForExport, { orgId, first, after })
}
