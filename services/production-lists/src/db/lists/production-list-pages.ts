import { expressionBuilder, sql as raw } from 'kysely'
import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { ChangePlace } from '@takeoff/kit/graphql/cursor'
import type { Params } from '@takeoff/kit/postgres/statement'
import { wordQuery, wordsSql } from '@takeoff/kit/postgres/word-search'
import { INTEGER_ID_MAX } from '@takeoff/kit/values/ids'
import type { Tables } from '../statements.ts'

/** Selects lists of an organization. */
export interface ListFilter {
  readonly orgId: number
  readonly jobId: number | undefined
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
  /** As `searchPrefixes` returns them: each must be in the list's name, its job's name or external identifier. */
  readonly prefixes: readonly string[]
}

export interface ListPage {
  readonly filter: ListFilter
  /** In the order by id, newest first; or by (updatedAt, id) where updatedSince is given. */
  readonly after: ChangePlace | undefined
  readonly limit: number
}

/** The options that the text of the statement depends on. */
export interface PageShape {
  readonly isOfJob: boolean
  readonly isByChange: boolean
  readonly words: number
}

export const pageShapes: readonly PageShape[] = [
  { isOfJob: false, isByChange: false, words: 0 },
  { isOfJob: true, isByChange: true, words: 2 },
]

export function shapeOf({ jobId, updatedSinceMs, prefixes }: ListFilter): PageShape {
  return {
    isOfJob: jobId !== undefined,
    isByChange: updatedSinceMs !== undefined,
    words: prefixes.length,
  }
}

export interface PageParams {
  readonly orgId: number
  readonly jobId: number | null
  readonly updatedSince: Date
  readonly prefixes: readonly string[]
  readonly after: number
  readonly afterTime: Date
  readonly limit: number
}

/** Without `after`, a page begins at the first list. */
export function paramsOf({ filter, after, limit }: ListPage): PageParams {
  const { orgId, jobId, updatedSinceMs, prefixes } = filter
  const updatedSince = new Date(updatedSinceMs ?? 0)
  const first = updatedSinceMs === undefined ? INTEGER_ID_MAX : 0
  return {
    orgId,
    jobId: jobId ?? null,
    updatedSince,
    prefixes,
    after: after?.id ?? first,
    afterTime: after?.updatedAt ?? updatedSince,
    limit,
  }
}

const listWordsSql = wordsSql('l.org_id', ['l.name'])
const jobWordsSql = wordsSql('j.org_id', ['j.name', 'j.external_identifier'])

type Parameters = Params<PageParams>

/**
 * The ids of one page, read from indexes only. With words, the word index finds all matching lists, which are then
 * sorted for the page.
 */
export function selectPage(db: Kysely<Tables>, $: Parameters, shape: PageShape) {
  const where = conditions($, shape)
  const searched = db.selectFrom('productionListSearch as l').where(where)
  const found = Array.from({ length: shape.words }, (_, index) => {
    const query = wordQuery($.orgId, raw`(${$.prefixes}::text[])[${raw.lit(index + 1)}]`)
    // A union rather than an "or", for which no index serves both tables.
    const either = searched
      .where(raw<boolean>`${raw.raw(listWordsSql)} @@ ${query}`)
      .select(['l.id', 'l.updatedAt'])
      .union(
        searched
          .innerJoin('jobSearch as j', 'j.id', 'l.jobId')
          .where(raw<boolean>`${raw.raw(jobWordsSql)} @@ ${query}`)
          .select(['l.id', 'l.updatedAt']),
      )
    return db.selectFrom(either.as('l')).select(['l.id', 'l.updatedAt'])
  })
  const source =
    found.length === 0
      ? db.selectFrom('productionList as l').where(where).select(['l.id', 'l.updatedAt'])
      : found.reduce((all, other) => all.intersect(other))
  return db.selectFrom(source.as('l')).orderBy(orderOf(shape)).limit($.limit).select('l.id')
}

/** Ids never change, so no list is repeated or left out; a list that changes meanwhile is returned again. */
export function orderOf({ isByChange }: PageShape): RawBuilder<unknown> {
  return isByChange ? raw`l.updated_at, l.id` : raw`l.id desc`
}

function conditions($: Parameters, { isOfJob, isByChange }: PageShape): Expression<SqlBool> {
  const eb = expressionBuilder<{ readonly l: Tables['productionListSearch'] }, 'l'>()
  const place = isByChange
    ? [
        eb('l.updatedAt', '>=', $.updatedSince),
        raw<boolean>`(l.updated_at, l.id) > (${$.afterTime}::timestamptz, ${$.after}::int)`,
      ]
    : [eb('l.id', '<', $.after)]
  const job = isOfJob ? [eb('l.jobId', '=', $.jobId)] : []
  return eb.and([eb('l.orgId', '=', $.orgId), ...job, ...place])
}

export interface NewestParams {
  readonly jobId: number
  readonly orgId: number
}

/** The id of the newest list of a job in an organization, read from an index only. */
export function selectNewest(db: Kysely<Tables>, $: Params<NewestParams>) {
  return db
    .selectFrom('productionList as l')
    .where('l.jobId', '=', $.jobId)
    .where('l.orgId', '=', $.orgId)
    .orderBy('l.createdAt', 'desc')
    .orderBy('l.id', 'desc')
    .limit(raw.lit(1))
    .select('l.id')
}
