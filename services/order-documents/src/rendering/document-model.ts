import type { Optional } from '@takeoff/kit/values/optional'
import type { Letterhead } from '../domain/brand/letterhead.ts'
import type { DocumentOptions } from '../domain/documents/document-options.ts'
import type { Delivery } from '../domain/orders/delivery.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'
import type { OrderTotals } from '../domain/orders/order-totals.ts'
import type { OrderKind, OrderReference } from '../domain/orders/order.ts'

/** One ordered line. Lines of one `listItemGroupName` are shown together. */
export type OrderDocumentLine = Omit<OrderLine, 'listItemId' | 'creditsId'>

/** The receiver of the order. */
export interface DocumentVendor {
  readonly id: number
  readonly vendorName: string
  readonly addressLines: readonly string[]
  readonly phone?: Optional<string>
  readonly email?: Optional<string>
  readonly contactName?: Optional<string>
  /** The organization's account at the vendor. */
  readonly accountNumber?: Optional<string>
}

/**
 * The whole content of an order document: plain data that can be passed to another thread. The same model
 * always renders to the same bytes.
 */
export interface OrderDocumentModel extends DocumentOptions {
  /** The order document's id (UUID), printed as the document's reference. */
  readonly id: string
  readonly kind: OrderKind
  readonly organization: Letterhead
  readonly job: { readonly id: number; readonly name: string | null }
  readonly list: { readonly id: number; readonly name: string | null }
  readonly vendor: DocumentVendor
  readonly order: {
    readonly id: string
    readonly purchaseOrderNumber: string | null
    readonly externalIdentifier: string | null
    /** Printed as the order date (in the organization's time zone) and used as the file's creation date. */
    readonly createdAt: Date
    readonly delivery: Delivery | null
    /** When it was cancelled, if it was before this document was made. */
    readonly cancelledAt: Date | null
    /** The order that replaced this one before this document was made. */
    readonly replacedBy: OrderReference | null
    /** The order that this one replaces. */
    readonly replaces: OrderReference | null
    /** Set: a change order, which adds to and credits (negative quantities and costs) this order. */
    readonly changes: OrderReference | null
  }
  readonly lines: readonly OrderDocumentLine[]
  readonly totals: OrderTotals
}
