import type { DocumentOptions } from '../documents/document-options.ts'
import type { Delivery } from './delivery.ts'
import type { OrderKind } from './order.ts'
import type { OrderLine } from './order-line.ts'
import type { ProductionList } from './production-list.ts'

/** Orders of one list that one call places: all of them, or none. */
export interface OrderBatch {
  readonly id: string
  readonly source: OrderSource
}

/** The list that is ordered from: its organization, and its name in documents. */
export interface OrderSource {
  readonly orgId: number
  readonly productionListId: number
  readonly jobId: number
  readonly jobName: string | null
  readonly listName: string | null
}

/** The caller's terms for the orders of a batch. */
export interface OrderTerms {
  readonly purchaseOrderNumber: string | null
  readonly externalIdentifier: string | null
  readonly delivery: Delivery | null
}

/** A decided order that is not written yet. */
export interface OrderDraft extends OrderTerms {
  readonly orderKind: OrderKind
  readonly vendorId: number
  readonly lines: readonly OrderLine[]
  /** The order that it replaces. */
  readonly replacesOrderId?: string
  /** The order that it adds to and credits. */
  readonly changesOrderId?: string
  /** Null: no document is made. */
  readonly document: DocumentOptions | null
}

export interface PlacedOrder extends Omit<OrderDraft, 'document'> {
  readonly id: string
  readonly document: NewDocument | null
}

export interface NewDocument extends DocumentOptions {
  readonly id: string
}

export function sourceOf({ id, orgId, name, job }: ProductionList): OrderSource {
  return { orgId, productionListId: id, jobId: job.id, jobName: job.name, listName: name }
}
