import { sql as raw } from 'kysely'
import type { Selectable } from 'kysely'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import { choosingColumns } from '@takeoff/kit/postgres/column-choice'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4 } from '@takeoff/kit/postgres/sql-types'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement, statements } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { lineFields } from './order-line-columns.ts'

const columns = ['id', 'orgId', 'orderId', ...lineFields, 'rejectedReason', 'creditsId'] as const

/** A row of this is the parent of the OrderListItem resolvers. */
export type OrderListItemRecord = Pick<
  Selectable<Tables['orderListItem']>,
  (typeof columns)[number]
>

const choice = {
  always: ['id', 'orgId', 'orderId'],
  fields: {
    listItem: ['listItemId'],
    credits: ['creditsId'],
    rejectedLines: ['rejectedReason'],
  },
}

/** Maximum lines of the orders that are read together, such as those of a page: as many as of the items of lists. */
const LINES_PER_RESPONSE_MAX = 20_000

interface Orders {
  readonly ids: readonly string[]
  readonly orgIds: readonly number[]
}
type Wanted = Params<Orders>

type WantedLines = Params<Orders & { readonly onlyRejected: boolean; readonly limit: number }>

const selectItemsOfOrders = choosingColumns(statements, choice, (db, $: WantedLines, chosen) =>
  db
    .selectFrom('orderListItem')
    .where((eb) => eb('orderId', '=', eb.fn.any($.ids)))
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .where((eb) => eb.or([eb.not($.onlyRejected), eb('rejectedReason', 'is not', null)]))
    .orderBy('orderId')
    .orderBy('position')
    .limit($.limit)
    .select(chosen(columns)),
)

const selectItems = choosingColumns(statements, choice, (db, $: Wanted, chosen) =>
  db
    .selectFrom('orderListItem')
    .where((eb) => eb('id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .select(chosen(columns)),
)

const countByOrder = statement((db, $: Wanted) =>
  db
    .selectFrom('orderListItem')
    .where((eb) => eb('orderId', '=', eb.fn.any($.ids)))
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .groupBy('orderId')
    .select(['orderId', column('lines', int4, raw`count(*)::int`)]),
)

/** The number of lines of each order. */
export async function countLines(
  sql: Sql,
  orderIds: readonly string[],
  orgIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows(countByOrder, { ids: orderIds, orgIds })
  return new Map(rows.map(({ orderId, lines }) => [orderId, lines]))
}

/** The organizations whose lines are read, and the columns that the fields of an operation need. */
export interface LineSelection {
  readonly orgIds: readonly number[]
  readonly fields: FieldNames
}

/**
 * In the order of the list.
 * @param selection `onlyRejected`: the lines that the provider does not deliver
 * @throws BadUserInputError when they are more than one response may contain
 */
export async function findOrderListItemsOfOrders(
  sql: Sql,
  ids: readonly string[],
  { orgIds, fields, onlyRejected = false }: LineSelection & { readonly onlyRejected?: boolean },
): Promise<OrderListItemRecord[]> {
  const limit = LINES_PER_RESPONSE_MAX + 1
  const lines = await sql.rows(selectItemsOfOrders(fields), { ids, orgIds, onlyRejected, limit })
  if (lines.length <= LINES_PER_RESPONSE_MAX) return lines
  throw new BadUserInputError(
    `The requested orders have more than ${LINES_PER_RESPONSE_MAX} lines together. Request fewer orders at once, or an export.`,
    onlyRejected ? 'rejectedLines' : 'orderListItems',
  )
}

export function findOrderListItems(
  sql: Sql,
  ids: readonly string[],
  { orgIds, fields }: LineSelection,
): Promise<OrderListItemRecord[]> {
  return sql.rows(selectItems(fields), { ids, orgIds })
}
