import type { Language } from '../../domain/documents/document-options.ts'
import type { Delivery, DeliveryContact, ShipTo } from '../../domain/orders/delivery.ts'
import { type Box, heightOf, type Part, placeLines, setLines, type StyledLine } from './box.ts'
import { type Field, setFields } from './fields.ts'
import { color, style } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { windowText } from '../words/time-window.ts'
import { dateText } from '../words/wording.ts'

const PADDING = 10
const GAP = 7
// A note of many short lines continues on the next page in pieces of this many lines.
const NOTE_LINES_MAX = 6

/**
 * When, where and how the order is delivered: a tinted panel of several boxes under each other, because
 * long notes may need more than a page. The boxes of one member stay together. Empty without delivery details.
 */
export function deliveryBoxes(sheet: Sheet): Box[][] {
  const { delivery } = sheet.model.order
  if (delivery === null) return []
  const columns = fieldColumns(delivery, sheet)
  const [first, ...rest] = [
    ...(columns.length === 0 ? [] : [fieldsBox(columns, sheet)]),
    ...noteBoxes(sheet.words.delivery.placement, delivery.placementNotes, sheet),
    ...noteBoxes(sheet.words.delivery.access, delivery.accessNotes, sheet),
  ]
  if (first === undefined) return []
  return [[headingBox(sheet), first], ...rest.map((box) => [box]), [spaceBox]]
}

const spaceBox: Box = { role: 'delivery', height: 12, fills: [], parts: [] }

function headingBox(sheet: Sheet): Box {
  const { page, words } = sheet
  const lines = setLines(words.delivery.title, style.group, page.contentWidth - 2 * PADDING)
  const placed = placeLines(lines, { x: PADDING, y: PADDING - 2, width: page.contentWidth })
  return panel(sheet, [{ tag: 'H2', lines: placed }], PADDING - 2 + heightOf(lines) + GAP - 2)
}

function fieldsBox(columns: readonly (readonly Field[])[], sheet: Sheet): Box {
  const area = { x: PADDING, y: 0, width: sheet.page.contentWidth - 2 * PADDING }
  const { parts, bottom } = setFields(columns, area)
  return panel(sheet, parts, bottom + PADDING)
}

function noteBoxes(label: string, note: string | null, sheet: Sheet): Box[] {
  const width = sheet.page.contentWidth - 2 * PADDING
  const text = setLines(note ?? '', style.cell, width)
  if (text.length === 0) return []
  const labelLines = setLines(label, style.label, width)
  return inPieces(text, NOTE_LINES_MAX).map((piece, index, pieces) => {
    const head = index === 0 ? labelLines : []
    const top = heightOf(head)
    const bottom = top + heightOf(piece) + (index === pieces.length - 1 ? PADDING : 0)
    const body: Part = { tag: 'LBody', lines: placeLines(piece, { x: PADDING, y: top, width }) }
    if (index > 0) return { ...panel(sheet, [body], bottom), continues: true }
    const labelPart: Part = { tag: 'Lbl', lines: placeLines(head, { x: PADDING, y: 0, width }) }
    return panel(sheet, [labelPart, body], bottom)
  })
}

function panel({ page }: Sheet, parts: readonly Part[], height: number): Box {
  const fill = { x: 0, y: 0, width: page.contentWidth, height, color: color.tint }
  return { role: 'delivery', height, fills: [fill], parts }
}

function inPieces(lines: readonly StyledLine[], linesMax: number): StyledLine[][] {
  return Array.from({ length: Math.ceil(lines.length / linesMax) }, (_, index) =>
    lines.slice(index * linesMax, (index + 1) * linesMax),
  )
}

/** The fields that are given, each in a column of its own. */
function fieldColumns(delivery: Delivery, { words, model }: Sheet): Field[][] {
  const { shipTo, contact } = words.delivery
  return [
    whenField(delivery, words.delivery, model.language),
    fieldOf(shipTo, delivery.shipTo && addressLines(delivery.shipTo)),
    fieldOf(contact, delivery.contact && contactLines(delivery.contact)),
  ].filter((fields) => fields.length > 0)
}

function whenField(
  { date, window, method }: Delivery,
  words: Sheet['words']['delivery'],
  language: Language,
): Field[] {
  const lines = [
    date && dateText(new Date(`${date}T00:00:00Z`), language),
    window && windowText(window, words, language),
    method && words.methods[method],
  ]
  const label = date === null && window === null ? words.method : words.date
  return fieldOf(label, lines)
}

function fieldOf(label: string, lines: readonly (string | null)[] | null): Field[] {
  const given = (lines ?? []).filter((line): line is string => line !== null && line.trim() !== '')
  const [value, ...details] = given
  return value === undefined ? [] : [{ label, value, details }]
}

function addressLines({ name, lines, city, region, postalCode, country }: ShipTo): string[] {
  const place = [region, postalCode].filter((part) => part).join(' ')
  return [name, ...lines, [city, place].filter((part) => part).join(', '), country].filter(
    (line) => line !== null,
  )
}

const contactLines = ({ name, phone, email }: DeliveryContact): (string | null)[] => [
  name,
  phone,
  email,
]
