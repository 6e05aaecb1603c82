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
export function subtitlesOf(model: Worded & Pick<OrderDocumentModel, 'order'>): string[] {
  const { language, order } = model
  const words = wordsOf(language)
  const { changes, cancelledAt, replacedBy } = order
  return [
    ...(changes === null ? [] : [changesText(model, changes)]),
    ...(cancelledAt === null ? [] : [fillIn(words.cancelled, dateText(cancelledAt, language))]),
    ...(replacedBy === null ? [] : [fillIn(words.replacedBy, referenceText(replacedBy, language))]),
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

function changesText(model: Worded, changes: OrderReference): string {
  const words = wordsOf(model.language)
  const { title } = orderWordsOf(model)
  return fillIn(
    words.changesTo,
    title.charAt(0).toLowerCase() + title.slice(1),
    referenceText(changes, model.language),
  )
}

/** The reference to another order: its number, or its date when it has none. */
export const referenceText = (reference: OrderReference, language: Language): string =>
  purchaseOrderText(reference.purchaseOrderNumber) ?? dateText(reference.createdAt, language)

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

const dates: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** `November 21, 2026` or `21 de noviembre de 2026`, in UTC. */
export const dateText = (date: Date, language: Language): string => dates[language].format(date)
