import type { DeliveryMethod } from '../../domain/orders/delivery.ts'

/** The words for one kind of order, its partner and its parts. */
export interface OrderWords {
  readonly title: string
  readonly list: string
  readonly vendor: string
  readonly description: string
  /** Under the last line, for example `3 lines in this order`. */
  readonly count: { readonly one: string; readonly many: string }
}

/** Every fixed word of a document in one language. `{}` is the placeholder of a value. */
export interface Words {
  /** Of the PDF file, for screen readers. */
  readonly locale: string
  readonly material: OrderWords
  readonly labor: OrderWords
  readonly crew: OrderWords
  readonly officeCopy: string
  readonly changeOrder: string
  /** `to material order PO 10045-22`. */
  readonly changesTo: string
  readonly cancelled: string
  readonly replacedBy: string
  readonly document: string
  readonly page: string
  readonly continued: string
  readonly otherGroup: string
  readonly logo: string
  readonly columns: {
    readonly quantity: string
    readonly unit: string
    readonly color: string
    readonly sku: string
    readonly trade: string
    readonly unitCost: string
    readonly tax: string
    readonly total: string
  }
  readonly details: {
    readonly job: string
    readonly listNumber: string
    readonly purchaseOrder: string
    readonly orderDate: string
    readonly reference: string
    readonly attention: string
    readonly account: string
    readonly replaces: string
    readonly changes: string
  }
  readonly delivery: {
    readonly title: string
    readonly date: string
    readonly shipTo: string
    readonly method: string
    readonly contact: string
    readonly placement: string
    readonly access: string
    readonly methods: Readonly<Record<DeliveryMethod, string>>
    /** Named windows; other windows are two times of day. */
    readonly windows: Readonly<Record<'ANY' | 'AM' | 'PM' | 'FIRST_STOP', string>>
  }
  readonly totals: {
    readonly subtotal: string
    readonly tax: string
    readonly total: string
    readonly netTotal: string
    readonly additions: string
    readonly credits: string
  }
  /** By the plain word, such as `siding`; unknown trades are shown as they are. */
  readonly trades: Readonly<Record<string, string>>
}

/** Puts values where a word has `{}`. */
export function fillIn(word: string, ...values: readonly (string | number)[]): string {
  const rest = [...values]
  return word.replaceAll('{}', () => String(rest.shift() ?? ''))
}
