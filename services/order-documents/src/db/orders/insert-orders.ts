import type { Sql } from '@takeoff/kit/postgres/database'
import { newUuid } from '@takeoff/kit/values/ids'
import type { OrderBatch, OrderSource, PlacedOrder } from '../../domain/orders/order-batch.ts'
import { insertPendingDocuments } from '../documents/pending-documents.ts'
import { lineRow } from './order-line-columns.ts'

export interface NewOrders extends OrderBatch {
  readonly userId: number
  readonly at: Date
  readonly orders: readonly PlacedOrder[]
}

/** Orders, their lines, and their documents as pending: four statements, however many there are. */
export async function insertOrders(sql: Sql, batch: NewOrders): Promise<void> {
  const { source, userId, at, orders } = batch
  await insert(
    sql,
    '"order"',
    orders.map((order) => orderRow(order, batch)),
  )
  await insert(
    sql,
    'order_list_item',
    orders.flatMap((order) => lineRows(order, source)),
  )
  const documents = orders.flatMap(({ id, document }) =>
    document === null ? [] : [{ ...document, orderId: id }],
  )
  const { orgId, productionListId } = source
  await insertPendingDocuments(sql, { orgId, productionListId, userId, at, documents })
}

async function insert(
  sql: Sql,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).join(', ')
  await sql.query(
    `insert into ${table} (${names})
     select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

function orderRow(order: PlacedOrder, { id: batchId, source, userId, at }: NewOrders) {
  return {
    id: order.id,
    org_id: source.orgId,
    production_list_id: source.productionListId,
    job_id: source.jobId,
    job_name: source.jobName,
    list_name: source.listName,
    vendor_id: order.vendorId,
    user_id: userId,
    kind: order.orderKind,
    state: 'placed',
    placement_id: batchId,
    purchase_order_number: order.purchaseOrderNumber,
    external_identifier: order.externalIdentifier,
    delivery: order.delivery,
    replaces_order_id: order.replacesOrderId,
    changes_order_id: order.changesOrderId,
    created_at: at,
    updated_at: at,
  }
}

function lineRows({ id, lines }: PlacedOrder, { orgId }: OrderSource) {
  return lines.map((line, index) => ({
    id: newUuid(),
    org_id: orgId,
    order_id: id,
    position: index + 1,
    ...lineRow(line),
  }))
}
