import { wordQuerySql, wordsSql } from '@takeoff/kit/postgres/word-search'

/** Which lists of an organization are wanted. */
export interface ListFilter {
  readonly orgId: number
  readonly jobId: number | undefined
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
  /** As `searchPrefixes` gives them: each must be in the list's name, its job's name or external identifier. */
  readonly prefixes: readonly string[]
}

/** A list's place in the order: by id, newest first; or by (updatedAtMs, id) where updatedSince is given. */
export interface ListPosition {
  readonly id: number
  readonly updatedAtMs: number
}

export interface ListPage {
  readonly filter: ListFilter
  readonly after: ListPosition | undefined
  readonly limit: number
}

/** SQL with `$1` placeholders. */
export interface Statement {
  readonly text: string
  readonly params: readonly unknown[]
}

const listWords = wordsSql('l.org_id', ['l.name'])
const jobWords = wordsSql('j.org_id', ['j.name', 'j.external_identifier'])

/**
 * The ids of one page, found in indexes alone. With words the index of words gives every list that has them,
 * of which the page's are sorted out.
 */
export function selectPage({ filter, after, limit }: ListPage): Statement {
  const params: unknown[] = []
  const $ = (value: unknown): string => `$${params.push(value)}`
  const orgId = $(filter.orgId)
  const conditions = [`l.org_id = ${orgId}`, ...conditionsOf(filter, after, $)].join(' and ')
  const withWords = filter.prefixes.map((prefix) =>
    withWord(wordQuerySql(orgId, $(prefix)), conditions),
  )
  const source =
    withWords.length === 0
      ? `production_list l where ${conditions}`
      : `(${withWords.join(' intersect ')}) l`
  const order = orderOf(filter)
  return { text: `select l.id from ${source} order by ${order} limit ${$(limit)}`, params }
}

/** An id never changes, so that no list comes twice or is left out; a list changed meanwhile comes again. */
export function orderOf({ updatedSinceMs }: ListFilter): string {
  return updatedSinceMs === undefined ? 'l.id desc' : 'l.updated_at, l.id'
}

function conditionsOf(
  { jobId, updatedSinceMs }: ListFilter,
  after: ListPosition | undefined,
  $: (value: unknown) => string,
): string[] {
  const conditions = jobId === undefined ? [] : [`l.job_id = ${$(jobId)}`]
  if (updatedSinceMs === undefined) {
    return after === undefined ? conditions : [...conditions, `l.id < ${$(after.id)}`]
  }
  conditions.push(`l.updated_at >= ${$(new Date(updatedSinceMs))}`)
  if (after === undefined) return conditions
  const place = `(${$(new Date(after.updatedAtMs))}::timestamptz, ${$(after.id)}::int)`
  return [...conditions, `(l.updated_at, l.id) > ${place}`]
}

/** A union rather than an "or", for which no index serves both tables. */
function withWord(query: string, conditions: string): string {
  return `(
    select l.id, l.updated_at from production_list l
    where ${conditions} and ${listWords} @@ ${query}
    union
    select l.id, l.updated_at from job j join production_list l on l.job_id = j.id
    where ${conditions} and ${jobWords} @@ ${query})`
}

/** The id of the newest list of a job ($1) in an organization ($2), found in an index alone. */
export const SELECT_NEWEST = `
  select l.id from production_list l where l.job_id = $1 and l.org_id = $2
  order by l.created_at desc, l.id desc limit 1`
