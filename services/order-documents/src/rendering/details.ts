import {
  type Box,
  heightOf,
  type PlacedLine,
  placeLines,
  type StyledLine,
  setLines,
} from './box.ts'
import type { OrderDocumentModel } from './document-model.ts'
import { contentWidth, style } from './page-style.ts'
import { shorten } from './shorten.ts'
import { dateText, wordingOf } from './wording.ts'

const COLUMNS = 3
const GUTTER = 18
const COLUMN_WIDTH = (contentWidth - (COLUMNS - 1) * GUTTER) / COLUMNS
const ROW_GAP = 9

interface Field {
  readonly label: string
  readonly value: string
  /** A second, quieter line. */
  readonly detail?: string
}

/** Who and what the order is for: labelled fields, three in a row. */
export function detailsBox(model: OrderDocumentModel): Box {
  const fields = fieldsOf(model).map(setField)
  const placed: PlacedLine[] = []
  let y = 0
  for (let start = 0; start < fields.length; start += COLUMNS) {
    const row = fields.slice(start, start + COLUMNS)
    for (const [index, lines] of row.entries()) {
      const column = { x: index * (COLUMN_WIDTH + GUTTER), y, width: COLUMN_WIDTH }
      placed.push(...placeLines(lines, column))
    }
    y += Math.max(...row.map(heightOf)) + ROW_GAP
  }
  return { role: 'details', height: y + 7, fills: [], lines: placed }
}

function fieldsOf(model: OrderDocumentModel): Field[] {
  const { job, list, order, vendor } = model
  const wording = wordingOf(model)
  const reference = order.externalIdentifier?.trim()
  return [
    { label: wording.vendor, value: vendor.vendorName },
    named('Job', `Job ${job.id}`, job.name),
    named(wording.list, `List ${list.id}`, list.name),
    { label: 'Purchase order', value: order.purchaseOrderNumber ?? '' },
    { label: 'Order date', value: dateText(order.createdAt) },
    ...(reference ? [{ label: 'Reference', value: reference }] : []),
  ]
}

const named = (label: string, number: string, name: string | null): Field =>
  name === null || name.trim() === ''
    ? { label, value: number }
    : { label, value: name, detail: number }

function setField({ label, value, detail }: Field): StyledLine[] {
  return [
    ...setLines(label, style.label, COLUMN_WIDTH),
    ...setLines(shorten(value.trim() || '—'), style.value, COLUMN_WIDTH),
    ...setLines(detail ?? '', style.detail, COLUMN_WIDTH),
  ]
}
