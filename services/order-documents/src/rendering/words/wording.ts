import type { Language } from '../../domain/documents/document-options.ts'
import type { OrderReference } from '../../domain/orders/order.ts'
import type { OrderDocumentModel } from '../document-model.ts'
import { quantityText } from './decimal-text.ts'
import { plainWord } from './units.ts'
import { fillIn, type OrderWords, type Words } from './words.ts'
import { english } from './words-en.ts'
import { spanish } from './words-es.ts'

const words: Readonly<Record<Language, Words>> = { en: english, es: spanish }

export const wordsOf = (language: Language): Words => words[language]

type Worded = Pick<OrderDocumentModel, 'mode' | 'kind' | 'language'>
type Dated = Worded & Pick<OrderDocumentModel, 'order' | 'organization'>

/** The name of the kind of order in a document. */
export function orderWordsOf({ mode, kind, language }: Worded): OrderWords {
  const words = wordsOf(language)
  if (mode === 'crew' && kind === 'LABOR') return words.crew
  const ofKind = kind === 'LABOR' ? words.labor : words.material
  // A crew that reads an order of materials is not its supplier.
  const { title, description } = words.crew
  return mode === 'crew' ? { ...ofKind, title, description } : ofKind
}

/** `Material order`; a change order is named as one. */
export function titleOf(model: Worded & Pick<OrderDocumentModel, 'order'>): string {
  return model.order.changes === null
    ? orderWordsOf(model).title
    : wordsOf(model.language).changeOrder
}

/** The lines under the title: the changed order, what became of this one, and the note that prices are for the office. */
export function subtitlesOf(model: Dated): string[] {
  const { language, order } = model
  const words = wordsOf(language)
  const { changes, cancelledAt, replacedBy } = order
  return [
    ...(changes === null ? [] : [changesText(model, changes)]),
    ...(cancelledAt === null ? [] : [fillIn(words.cancelled, momentText(model, cancelledAt))]),
    ...(replacedBy === null ? [] : [fillIn(words.replacedBy, referenceText(model, replacedBy))]),
    ...(model.mode === 'office' ? [words.officeCopy] : []),
  ]
}

/** Words that distinguish a document from the supplier's copy in English, which has none. */
export function copyTexts(model: Worded & Pick<OrderDocumentModel, 'order'>): string[] {
  const { mode, language, order } = model
  const isTitled = mode === 'crew' || language !== 'en' || order.changes !== null
  return [
    ...(isTitled ? [titleOf(model)] : []),
    ...(mode === 'office' ? [wordsOf(language).officeCopy] : []),
  ]
}

function changesText(model: Dated, changes: OrderReference): string {
  const words = wordsOf(model.language)
  const { title } = orderWordsOf(model)
  return fillIn(
    words.changesTo,
    title.charAt(0).toLowerCase() + title.slice(1),
    referenceText(model, changes),
  )
}

/** The reference to another order: its number, or its date when it has none. */
const referenceText = (model: Dated, reference: OrderReference): string =>
  purchaseOrderText(reference.purchaseOrderNumber) ?? momentText(model, reference.createdAt)

/** `3` → `3 lines in this order`. */
export function countText(model: Worded, count: number): string {
  const { one, many } = orderWordsOf(model).count
  return fillIn(count === 1 ? one : many, quantityText(String(count)))
}

/** `ROOF` → `Roof`, in Spanish `Techo`. */
export function tradeText(trade: string, language: Language): string {
  const word = plainWord(trade)
  return wordsOf(language).trades[word] ?? word.charAt(0).toUpperCase() + word.slice(1)
}

/** `PO 10045-22`; undefined for an order without a number. */
export function purchaseOrderText(purchaseOrderNumber: string | null): string | undefined {
  const number = purchaseOrderNumber?.trim()
  // Many numbers begin with the prefix already: `PO-1001`.
  if (!number || /^po\b/i.test(number)) return number || undefined
  return `PO ${number}`
}

/** `November 21, 2026` or `21 de noviembre de 2026`, in UTC unless a time zone is given. */
export function dateText(date: Date, language: Language, timeZone = 'UTC'): string {
  const { locale } = wordsOf(language)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(date)
}

/** The date of a moment where the organization is. */
export const momentText = (
  { language, organization }: Pick<OrderDocumentModel, 'language' | 'organization'>,
  moment: Date,
): string => dateText(moment, language, organization.timeZone ?? 'UTC')
