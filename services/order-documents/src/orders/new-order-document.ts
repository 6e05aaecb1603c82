import type { StoredFileRecord } from '../db/documents/file-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import type { OrderKind } from '../domain/orders/order.ts'
import type { ListItem, ProductionList } from '../domain/orders/production-list.ts'
import type { RenderingMode } from '../domain/documents/rendering-mode.ts'
import type { Letterhead } from '../rendering/document-model.ts'

/** An order that was decided on, with the document that is to show it. */
export interface NewOrderDocument {
  readonly documentId: string
  readonly orderId: string
  readonly createdAt: Date
  readonly userId: number
  readonly mode: RenderingMode
  readonly purchaseOrderNumber: string | null
  readonly externalIdentifier: string | null
  readonly orderKind: OrderKind
  readonly vendor: VendorRecord
  readonly letterhead: Letterhead
  readonly list: ProductionList
  /** Those of the list's items that are ordered. */
  readonly listItems: readonly ListItem[]
}

/** A file of the document whose bytes are stored already. */
export type NewFile = Omit<StoredFileRecord, 'createdAt'>
