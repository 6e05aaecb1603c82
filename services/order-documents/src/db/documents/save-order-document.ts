import type { EntityManager } from '@mikro-orm/postgresql'
import { ORDER_DOCUMENT_STATE_CHANGED } from '@takeoff/contracts/order-document-events'
import type { Database } from '@takeoff/kit/database'
import type { Remember } from '@takeoff/kit/idempotency'
import { newUuid } from '@takeoff/kit/ids'
import { recordEvent } from '@takeoff/kit/outbox'
import type { NewFile, NewOrderDocument } from '../../orders/new-order-document.ts'
import { Order, OrderListItem } from '../orders/order.ts'
import { OrderDocument, OrderDocumentFile } from './order-document.ts'
import { Vendor } from '../vendors/vendor.ts'

export interface FinishedOrderDocument {
  readonly order: NewOrderDocument
  readonly files: readonly NewFile[]
  readonly remember: Remember
}

/** Order, snapshot of its items, complete document, files, event and idempotency key: one transaction. */
export async function saveOrderDocument(
  {
    database,
    traceparent,
  }: { readonly database: Database; readonly traceparent?: string | undefined },
  { order, files, remember }: FinishedOrderDocument,
): Promise<void> {
  await database.em().transactional(async (em) => {
    // First, so that a twin under the same key waits here before it has written anything.
    await remember(em, order.documentId)
    const saved = persistOrder(em, order)
    persistDocument(em, order, saved, files)
    recordEvent(em, {
      name: ORDER_DOCUMENT_STATE_CHANGED,
      orgId: order.list.orgId,
      aggregate: { type: 'order-document', id: order.documentId, sequence: 1 },
      data: {
        orderDocumentId: order.documentId,
        state: 'complete',
        productionListId: order.list.id,
        jobId: order.list.job.id,
      },
      traceparent,
    })
  })
}

function persistOrder(em: EntityManager, order: NewOrderDocument): Order {
  const { list, createdAt, purchaseOrderNumber, externalIdentifier } = order
  const saved = em.create(Order, {
    id: order.orderId,
    orgId: list.orgId,
    productionListId: list.id,
    jobId: list.job.id,
    vendor: em.getReference(Vendor, order.vendor.id),
    userId: order.userId,
    kind: order.orderKind,
    purchaseOrderNumber,
    externalIdentifier,
    createdAt,
    updatedAt: createdAt,
    placementId: order.documentId,
  })
  em.persist(saved)
  for (const [index, item] of order.listItems.entries()) {
    em.persist(
      em.create(OrderListItem, {
        id: newUuid(),
        orgId: list.orgId,
        order: saved,
        listItemId: item.id,
        position: index + 1,
        name: item.name,
        quantity: item.quantity,
        quantityUnits: item.quantityUnits,
        sku: item.sku,
        unitCost: item.unitCost,
      }),
    )
  }
  return saved
}

function persistDocument(
  em: EntityManager,
  { documentId, list, userId, mode, createdAt }: NewOrderDocument,
  order: Order,
  files: readonly NewFile[],
): void {
  const document = em.create(OrderDocument, {
    id: documentId,
    orgId: list.orgId,
    order,
    productionListId: list.id,
    userId,
    mode,
    state: 'complete',
    stateSequence: 1,
    createdAt,
    updatedAt: createdAt,
  })
  em.persist(document)
  for (const file of files) {
    em.persist(
      em.create(OrderDocumentFile, {
        ...file,
        orgId: list.orgId,
        orderDocument: document,
        createdAt,
      }),
    )
  }
}
