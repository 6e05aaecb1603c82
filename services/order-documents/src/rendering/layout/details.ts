import type { Box } from './box.ts'
import type { OrderReference } from '../../domain/orders/order.ts'
import type { DocumentVendor } from '../document-model.ts'
import { type Field, setFields } from './fields.ts'
import type { Sheet } from './sheet.ts'
import { momentText, orderWordsOf, purchaseOrderText } from '../words/wording.ts'
import { fillIn, type Words } from '../words/words.ts'

/** Three columns: the vendor; the job and the list; number, date and references of the order. */
export function detailsBox(sheet: Sheet): Box {
  const columns = [vendorFields(sheet), jobAndListFields(sheet), orderFields(sheet)]
  const { parts, bottom } = setFields(columns, { x: 0, y: 0, width: sheet.page.contentWidth })
  return { role: 'details', height: bottom + 16, fills: [], parts }
}

function vendorFields({ model, words }: Sheet): Field[] {
  const { vendor } = model
  return [
    {
      label: orderWordsOf(model).vendor,
      value: vendor.vendorName,
      details: vendorDetails(vendor, words),
    },
  ]
}

function vendorDetails(vendor: DocumentVendor, { details }: Words): string[] {
  const { addressLines, phone, email, contactName, accountNumber } = vendor
  return [
    ...addressLines,
    ...(hasText(contactName) ? [fillIn(details.attention, contactName)] : []),
    ...[phone, email].filter(hasText),
    ...(hasText(accountNumber) ? [fillIn(details.account, accountNumber)] : []),
  ]
}

function jobAndListFields({ model, words }: Sheet): Field[] {
  const { job, list } = model
  const { details } = words
  return [
    fieldWithNumber(details.job, `${details.job} ${job.id}`, job.name),
    fieldWithNumber(orderWordsOf(model).list, `${details.listNumber} ${list.id}`, list.name),
  ]
}

function orderFields(sheet: Sheet): Field[] {
  const { details } = sheet.words
  const { order } = sheet.model
  const reference = order.externalIdentifier?.trim()
  return [
    // Without a number it is shown as a dash.
    { label: details.purchaseOrder, value: order.purchaseOrderNumber ?? '' },
    { label: details.orderDate, value: momentText(sheet.model, order.createdAt) },
    ...(hasText(reference) ? [{ label: details.reference, value: reference }] : []),
    ...orderReferenceFields(details.changes, order.changes, sheet),
    ...orderReferenceFields(details.replaces, order.replaces, sheet),
  ]
}

/** Shows another order by its number, date and id, so that the reader can find it by any of them. */
function orderReferenceFields(
  label: string,
  other: OrderReference | null,
  { model }: Sheet,
): Field[] {
  if (other === null) return []
  const number = purchaseOrderText(other.purchaseOrderNumber)
  const date = momentText(model, other.createdAt)
  return [
    number === undefined
      ? { label, value: date, details: [other.id] }
      : { label, value: number, details: [date, other.id] },
  ]
}

const fieldWithNumber = (label: string, number: string, name: string | null): Field =>
  hasText(name) ? { label, value: name, details: [number] } : { label, value: number }

const hasText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== ''
