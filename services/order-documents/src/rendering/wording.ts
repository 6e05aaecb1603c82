import type { OrderDocumentModel } from './document-model.ts'

/** What one document is called and how it names its parts. */
export interface Wording {
  readonly title: string
  /** Stands under the title; empty for documents that leave the office. */
  readonly subtitle: string
  readonly list: string
  readonly vendor: string
  readonly description: string
  readonly line: { readonly one: string; readonly many: string }
}

export function wordingOf({ mode, kind }: Pick<OrderDocumentModel, 'mode' | 'kind'>): Wording {
  const labor = {
    title: 'Labor order',
    subtitle: '',
    list: 'Work list',
    vendor: 'Contractor',
    description: 'Work',
    line: { one: 'work item', many: 'work items' },
  }
  if (mode === 'crew') return { ...labor, title: 'Crew work order', vendor: 'Crew' }

  const subtitle = mode === 'office' ? 'Office copy with prices' : ''
  if (kind === 'LABOR') return { ...labor, subtitle }
  return {
    title: 'Material order',
    subtitle,
    list: 'Material list',
    vendor: 'Supplier',
    description: 'Description',
    line: { one: 'line', many: 'lines' },
  }
}

/** `3` → `3 lines`. */
export const countOf = ({ one, many }: Wording['line'], count: number): string =>
  `${count} ${count === 1 ? one : many}`

/** `LINEAR_FEET` → `linear feet`. */
export const unitText = (unit: string): string => unit.replaceAll('_', ' ').toLowerCase()

/** `ROOF` → `Roof`. */
export function tradeText(trade: string): string {
  const words = unitText(trade)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `PO 10045-22`; undefined for an order without a number. */
export function purchaseOrderText({
  order,
}: Pick<OrderDocumentModel, 'order'>): string | undefined {
  const number = order.purchaseOrderNumber?.trim()
  // Many numbers begin with it already: `PO-1001`.
  return number && !/^po\b/i.test(number) ? `PO ${number}` : number || undefined
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `November 21, 2026`, in UTC. */
export const dateText = (date: Date): string => dates.format(date)
