import { columnPaths } from '@takeoff/kit/exports/csv-rows'
import type { Caller } from '@takeoff/kit/security/auth'
import { withoutHidden } from '@takeoff/kit/security/sensitive-fields'
import { renameKeys } from '@takeoff/kit/values/rename-keys'
import type { DistributionOrderRecord } from '../db/distribution/distribution-order-reads.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { readLineFields } from '../db/orders/order-line-columns.ts'
import type { ReadLineField } from '../db/orders/order-line-columns.ts'
import type { OrderListItemRecord } from '../db/orders/order-list-item-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { normalStatus } from '../domain/distribution/provider-status.ts'

/** An order with the rows that belong to it. */
export interface WholeOrder extends OrderRecord {
  readonly lines: readonly OrderListItemRecord[]
  readonly documents: readonly OrderDocumentRecord[]
  readonly changeOrders: readonly { readonly id: string }[]
  readonly replacedBy: { readonly id: string } | undefined
  readonly distributionOrder: DistributionOrderRecord | undefined
}

/** An exported order: its fields have the names and nesting of the GraphQL type; other orders, list items and vendors are ids. */
export function orderRecord(caller: Caller, order: WholeOrder) {
  return {
    id: order.id,
    orgId: order.orgId,
    jobId: order.jobId,
    productionListId: order.productionListId,
    state: order.state,
    kind: order.kind,
    externalIdentifier: order.externalIdentifier,
    purchaseOrderNumber: order.purchaseOrderNumber,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    vendor: { id: order.vendor.id },
    delivery: order.delivery,
    cancelledAt: isoTimeOf(order.cancelledAt),
    cancelledBy: order.cancelledBy,
    cancelReason: order.cancelReason,
    replaces: referenceTo(order.replacesOrderId),
    replacedBy: referenceTo(order.replacedBy?.id ?? null),
    changes: referenceTo(order.changesOrderId),
    changeOrders: order.changeOrders.map(({ id }) => ({ id })),
    orderDocuments: order.documents.map(({ id, state }) => ({ id, state })),
    orderListItems: order.lines.map((line) => lineRecord(caller, line)),
    distributionOrder: distributionRecord(order.distributionOrder),
  }
}

const lineNames = readLineFields.map((name) => [name, name] as const)

function lineRecord(caller: Caller, line: OrderListItemRecord) {
  const { orgId } = line
  return withoutHidden(
    caller,
    { type: 'OrderListItem', orgId },
    {
      id: line.id,
      ...(renameKeys(line, lineNames) as Pick<OrderListItemRecord, ReadLineField>),
      rejectedReason: line.rejectedReason,
      credits: referenceTo(line.creditsId),
      listItem: { id: line.listItemId },
    },
  )
}

function distributionRecord(distributionOrder: DistributionOrderRecord | undefined) {
  if (distributionOrder === undefined) return null
  return {
    id: distributionOrder.id,
    state: distributionOrder.state,
    status: normalStatus(distributionOrder.rawStatus),
    rawStatus: distributionOrder.rawStatus,
    confirmationNumber: distributionOrder.confirmationNumber,
    failure: distributionOrder.failure,
    createdAt: distributionOrder.createdAt.toISOString(),
    updatedAt: distributionOrder.updatedAt.toISOString(),
    submittedAt: isoTimeOf(distributionOrder.submittedAt),
    cancelRequestedAt: isoTimeOf(distributionOrder.cancelRequestedAt),
  }
}

function isoTimeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null
}

function referenceTo(id: string | null): { readonly id: string } | null {
  return id === null ? null : { id }
}

const FIRST_LINE_COLUMNS = [
  'id',
  'name',
  'quantity',
  'quantityUnits',
  'sku',
  'color',
  'listItemGroupName',
  'unitCost',
  'pretaxCost',
  'taxPercent',
  'totalCost',
  'rejectedReason',
  'credits.id',
  'listItem.id',
]

/** Fields that were added later come last, so that the others keep their places. */
const LATER_LINE_COLUMNS = readLineFields.filter((name) => !FIRST_LINE_COLUMNS.includes(name))

/** The GraphQL fields of an order line that an export has: only their columns are read. */
export const ORDER_LINE_FIELDS: ReadonlySet<string> = new Set(
  [...FIRST_LINE_COLUMNS, ...LATER_LINE_COLUMNS].map((path) => path.replace('.id', '')),
)

/** The columns of CSV: those of an order, without its change orders and documents, and those of an order line. */
export const ORDER_COLUMNS = {
  own: columnPaths([
    'id',
    'orgId',
    'jobId',
    'productionListId',
    'state',
    'kind',
    'externalIdentifier',
    'purchaseOrderNumber',
    'createdAt',
    'updatedAt',
    'vendor.id',
    'delivery.date',
    'delivery.window',
    'delivery.method',
    'delivery.shipTo.name',
    'delivery.shipTo.lines',
    'delivery.shipTo.city',
    'delivery.shipTo.region',
    'delivery.shipTo.postalCode',
    'delivery.shipTo.country',
    'delivery.placementNotes',
    'delivery.accessNotes',
    'delivery.contact.name',
    'delivery.contact.phone',
    'delivery.contact.email',
    'cancelledAt',
    'cancelReason',
    'replaces.id',
    'replacedBy.id',
    'changes.id',
    'distributionOrder.id',
    'distributionOrder.state',
    'distributionOrder.status',
    'distributionOrder.rawStatus',
    'distributionOrder.confirmationNumber',
    'distributionOrder.failure',
    'distributionOrder.createdAt',
    'distributionOrder.updatedAt',
    'distributionOrder.submittedAt',
    'distributionOrder.cancelRequestedAt',
  ]),
  members: columnPaths(FIRST_LINE_COLUMNS),
  membersField: 'orderListItems',
  later: { own: columnPaths(['cancelledBy']), members: columnPaths(LATER_LINE_COLUMNS) },
}
