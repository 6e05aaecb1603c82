import type { Sql } from '@takeoff/kit/postgres/sql'
import { byFields } from '@takeoff/kit/graphql/field-names'
import { byId, byParent } from '@takeoff/kit/graphql/loaders'
import type DataLoader from 'dataloader'
import {
  findDistributionOrdersById,
  findDistributionOrdersOfOrders,
} from './distribution/distribution-order-reads.ts'
import { findOrderDocuments, findOrdersWithDocuments } from './documents/order-document-reads.ts'
import { findPlacedOrdersOfJobs } from './orders/job-order-reads.ts'
import { findOrderListItems, findOrderListItemsOfOrders } from './orders/order-list-item-reads.ts'
import {
  findChangeOrders,
  findOrdersById,
  findOrdersOfJobs,
  findOrdersOfLists,
  findReplacingOrders,
} from './orders/order-reads.ts'
import { findOrderedLists } from './orders/ordered-quantities.ts'
import type { OrderRecord } from './orders/order-reads.ts'
import { findVendors } from './vendors/vendor-reads.ts'

/** Batched reads of one request: one statement for each kind, however many rows are requested. */
export type Loaders = ReturnType<typeof createLoaders>

/** Every read is limited to `orgIds` in its SQL. */
export function createLoaders(sql: Sql, orgIds: readonly number[]) {
  const order = byId((ids: readonly string[]) => findOrdersById(sql, orgIds, ids))
  const orderDocumentsOfOrder = byParent(
    (orderIds: readonly string[]) => findOrderDocuments(sql, orgIds, { orderIds }),
    (row) => row.orderId,
  )
  const readWithDocuments = async (listIds: readonly number[]): Promise<OrderRecord[]> => {
    const found = await findOrdersWithDocuments(sql, orgIds, listIds)
    for (const { order, documents } of found) orderDocumentsOfOrder.prime(order.id, documents)
    return found.map(({ order }) => order)
  }
  return {
    order,
    ordersOfList: byFields((fields) =>
      byParent(
        async (listIds: readonly number[]) =>
          prime(
            order,
            fields.has('orderDocuments')
              ? await readWithDocuments(listIds)
              : await findOrdersOfLists(sql, orgIds, listIds),
          ),
        (row) => row.productionListId,
      ),
    ),
    ordersOfJob: byParent(
      async (jobIds: readonly number[]) =>
        prime(order, await findOrdersOfJobs(sql, orgIds, jobIds)),
      (row) => row.jobId,
    ),
    /** Null when the job has none. */
    placedOrdersOfJob: byId((ids: readonly number[]) => findPlacedOrdersOfJobs(sql, orgIds, ids)),
    /** At most one. */
    ordersReplacing: byParent(
      async (ids: readonly string[]) => prime(order, await findReplacingOrders(sql, orgIds, ids)),
      (row) => row.replacesOrderId ?? '',
    ),
    changeOrdersOf: byParent(
      async (ids: readonly string[]) => prime(order, await findChangeOrders(sql, orgIds, ids)),
      (row) => row.changesOrderId ?? '',
    ),
    /** Null when no item of the list was ever ordered. */
    orderedList: byId((ids: readonly number[]) => findOrderedLists(sql, orgIds, ids)),
    orderDocument: byId((ids: readonly string[]) => findOrderDocuments(sql, orgIds, { ids })),
    orderDocumentsOfOrder,
    orderListItem: byFields((fields) =>
      byId((ids: readonly string[]) => findOrderListItems(sql, ids, { orgIds, fields })),
    ),
    orderListItemsOfOrder: byFields((fields) =>
      byParent(
        (ids: readonly string[]) => findOrderListItemsOfOrders(sql, ids, { orgIds, fields }),
        (row) => row.orderId,
      ),
    ),
    rejectedLinesOfOrder: byFields((fields) =>
      byParent(
        (ids: readonly string[]) =>
          findOrderListItemsOfOrders(sql, ids, { orgIds, fields, onlyRejected: true }),
        (row) => row.orderId,
      ),
    ),
    distributionOrder: byId((ids: readonly string[]) =>
      findDistributionOrdersById(sql, orgIds, ids),
    ),
    /** At most one. */
    distributionOrderOfOrder: byParent(
      (orderIds: readonly string[]) => findDistributionOrdersOfOrders(sql, orgIds, orderIds),
      (row) => row.orderId,
    ),
    vendor: byId((ids: readonly number[]) => findVendors(sql, orgIds, ids)),
  }
}

function prime<Row extends { readonly id: string }>(
  loader: DataLoader<string, Row | null>,
  rows: readonly Row[],
): readonly Row[] {
  for (const row of rows) loader.prime(row.id, row)
  return rows
}
