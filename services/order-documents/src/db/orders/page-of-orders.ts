import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Params } from '@takeoff/kit/postgres/statement'

/** The position of an order: by creation, newest first, or by change when updatedSince is given. */
export interface OrderPosition {
  readonly id: string
  /** When it was created or, with updatedSince, changed; milliseconds since 1970. */
  readonly atMs: number
}

/** The part of a filter that orders and distribution orders have in common. */
export interface ChangeFilter {
  readonly orgId: number
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs?: number | undefined
}

/** A page of the orders, or distribution orders, that match a filter. */
export interface PageOf<Filter extends ChangeFilter> {
  readonly filter: Filter
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/** The conditions of a page, and its sort order. */
export interface PageShape<Name extends string> {
  /** Columns that the filter fixes to one value. */
  readonly filters: readonly Name[]
  readonly isByChange: boolean
  readonly isFirst: boolean
}

/** @param names the columns that a filter may fix to one value */
export function shapeOf<Name extends string>(
  names: readonly Name[],
  { filter, after }: PageOf<ChangeFilter & { readonly [K in Name]?: unknown }>,
): PageShape<Name> {
  return {
    filters: names.filter((name) => filter[name] !== undefined),
    isByChange: filter.updatedSinceMs !== undefined,
    isFirst: after === undefined,
  }
}

export function paramsOf<Filter extends ChangeFilter>({ filter, after, limit }: PageOf<Filter>) {
  return {
    ...filter,
    updatedSince: dateOf(filter.updatedSinceMs),
    afterAt: dateOf(after?.atMs),
    afterId: after?.id,
    limit,
  }
}

export type PageParams<Filter extends ChangeFilter> = Params<ReturnType<typeof paramsOf<Filter>>>

/** The sort order of rows. The creation time never changes, so pages neither repeat nor skip an order. */
export function sortOf<Row extends 'o' | 'd'>(row: Row, isByChange: boolean) {
  return isByChange
    ? ({ time: `${row}.updatedAt`, direction: 'asc' } as const)
    : ({ time: `${row}.createdAt`, direction: 'desc' } as const)
}

/** The conditions on rows, but for those on the columns that the filter fixes. */
export function placeConditions(
  row: 'o' | 'd',
  $: Pick<PageParams<ChangeFilter>, 'orgId' | 'updatedSince' | 'afterAt' | 'afterId'>,
  { isByChange, isFirst }: Pick<PageShape<string>, 'isByChange' | 'isFirst'>,
): RawBuilder<boolean>[] {
  const time = raw.ref(sortOf(row, isByChange).time)
  const id = raw.ref(`${row}.id`)
  const isBehind = raw.raw(isByChange ? '>' : '<')
  return [
    raw`${raw.ref(`${row}.orgId`)} = ${$.orgId}`,
    ...(isByChange ? [raw<boolean>`${time} >= ${$.updatedSince}`] : []),
    ...(isFirst ? [] : [raw<boolean>`(${time}, ${id}) ${isBehind} (${$.afterAt}, ${$.afterId})`]),
  ]
}

/** The time of a filter or cursor, as a parameter. */
function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms)
}
