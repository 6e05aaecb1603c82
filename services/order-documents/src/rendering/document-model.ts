/**
 * Who the document is written for: `supplier` (materials, no prices), `office` (prices, tax and
 * totals), `crew` (labor wording, no prices).
 */
export type DocumentMode = 'supplier' | 'office' | 'crew'

/** What an order is made of: all materials or all labor, never both. */
export type OrderKind = 'MATERIAL' | 'LABOR'

/** One ordered line. Numbers are decimal strings (`'19.70'`), so nothing is lost on the way. */
export interface OrderDocumentLine {
  readonly name: string
  /** The list item's `listItemGroupName`; lines of one group are shown together. */
  readonly groupName: string
  readonly sku: string | null
  readonly color: string | null
  readonly quantity: string
  /** As the specification spells it, for example `SQUARES`. */
  readonly quantityUnits: string
  readonly notes: string
  /** Money per quantity unit. */
  readonly unitCost: string
  readonly pretaxCost: string
  /** Per cent: `'7.25'` means 7.25 %. */
  readonly taxPercent: string
  readonly totalCost: string
  /** For example `ROOF`. */
  readonly tradeType: string
}

/** Sums of the lines, already rounded to cents, as decimal strings. */
export interface OrderDocumentTotals {
  readonly pretaxCost: string
  readonly tax: string
  readonly totalCost: string
}

/** The organization that orders, as its letterhead shows it. */
export interface Letterhead {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone?: string
  readonly email?: string
  readonly website?: string
}

/** Everything an order document says. The same model always renders to the same bytes. */
export interface OrderDocumentModel {
  /** The order document's id (UUID), printed as the document's reference. */
  readonly id: string
  readonly mode: DocumentMode
  readonly kind: OrderKind
  readonly organization: Letterhead
  readonly job: { readonly id: number; readonly name: string | null }
  readonly list: { readonly id: number; readonly name: string | null }
  readonly vendor: { readonly id: number; readonly vendorName: string }
  readonly order: {
    readonly id: string
    readonly purchaseOrderNumber: string | null
    readonly externalIdentifier: string | null
    /** Printed as the order date (UTC) and used as the file's creation date. */
    readonly createdAt: Date
  }
  readonly lines: readonly OrderDocumentLine[]
  readonly totals: OrderDocumentTotals
}
