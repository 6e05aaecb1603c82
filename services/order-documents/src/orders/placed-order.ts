import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import type { DocumentOptions } from '../domain/documents/document-options.ts'
import type { OrderKind } from '../domain/orders/order.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'
import type { OrderTerms } from './order-request.ts'

/** What is ordered from: where the orders belong, and what their paper calls it. */
export interface OrderSource {
  readonly orgId: number
  readonly productionListId: number
  readonly jobId: number
  readonly jobName: string | null
  readonly listName: string | null
}

/** An order that was decided on and is not written yet. */
export interface OrderDraft extends OrderTerms {
  readonly orderKind: OrderKind
  readonly vendor: VendorRecord
  readonly lines: readonly OrderLine[]
  readonly replacesOrderId: string | null
  readonly changesOrderId: string | null
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
