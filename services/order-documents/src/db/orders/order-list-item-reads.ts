import { choosingColumns } from '@takeoff/kit/postgres/column-choice'
import type { ColumnsOf } from '@takeoff/kit/postgres/column-choice'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import type { OrderLine } from '../../domain/orders/order-line.ts'
import { lineColumnNames } from './order-line-columns.ts'

/** Values that are numbers in the schema; they are decimal strings where our own code calculates. */
type Numbers = 'quantity' | 'unitCost' | 'pretaxCost' | 'taxPercent' | 'totalCost'

/** A row of this is the parent of the OrderListItem resolvers. */
export type OrderListItemRecord = Omit<OrderLine, Numbers | 'creditsId'> & {
  readonly [K in Numbers]: number
} & {
  readonly id: string
  readonly orderId: string
  readonly rejectedReason: string | null
  /** The line that a credit applies to. */
  readonly creditsId: string | null
}

const itemColumns: ColumnsOf<OrderListItemRecord> = {
  columns: {
    id: 'id',
    orderId: 'order_id',
    ...lineColumnNames,
    rejectedReason: 'rejected_reason',
    creditsId: 'credits_id',
  },
  always: ['id', 'orderId'],
  fields: {
    listItem: ['listItemId'],
    credits: ['creditsId'],
    rejectedLines: ['rejectedReason'],
  },
}

const selectItemsOfOrders = choosingColumns(
  itemColumns,
  (columns) => `
  select ${columns} from order_list_item
  where order_id = any($1::uuid[]) and org_id = any($2::int[])
  order by order_id, position`,
)

const selectItems = choosingColumns(
  itemColumns,
  (columns) => `
  select ${columns} from order_list_item where id = any($1::uuid[]) and org_id = any($2::int[])`,
)

/** The orders whose lines are read, and the columns that the fields of an operation need. */
export interface LineSelection {
  readonly orgIds: readonly number[]
  readonly fields: FieldNames
}

/** In the order of the list. */
export function findOrderListItemsOfOrders(
  sql: Sql,
  orderIds: readonly string[],
  { orgIds, fields }: LineSelection,
): Promise<OrderListItemRecord[]> {
  return sql.query<OrderListItemRecord>(selectItemsOfOrders(fields), [orderIds, orgIds])
}

export function findOrderListItems(
  sql: Sql,
  ids: readonly string[],
  { orgIds, fields }: LineSelection,
): Promise<OrderListItemRecord[]> {
  return sql.query<OrderListItemRecord>(selectItems(fields), [ids, orgIds])
}
