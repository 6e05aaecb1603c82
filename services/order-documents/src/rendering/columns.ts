import { moneyText, percentText, quantityText } from './decimal-text.ts'
import type { OrderDocumentLine, OrderDocumentModel } from './document-model.ts'
import { contentWidth, style, type TextStyle } from './page-style.ts'
import { tradeText, unitText, wordingOf } from './wording.ts'

/** One column of the table of lines. */
export interface TableColumn {
  readonly title: string
  /** In points, with the padding on both sides. */
  readonly width: number
  readonly align: 'left' | 'right'
  /** Text wraps; a number is never broken, but set smaller where it does not fit. */
  readonly holds: 'text' | 'number'
  readonly texts: (line: OrderDocumentLine, number: number) => readonly CellText[]
}

/** One text of a cell; several stand under each other. */
export interface CellText {
  readonly text: string
  readonly style: TextStyle
}

/** The columns of a document: prices appear in the office's only. */
export function columnsOf(model: OrderDocumentModel): TableColumn[] {
  const { description } = wordingOf(model)
  switch (model.mode) {
    case 'supplier':
      return supplierColumns(description)
    case 'crew':
      return crewColumns(description)
    case 'office':
      return officeColumns(description)
  }
}

const supplierColumns = (description: string): TableColumn[] =>
  fillWidth([
    counter(26),
    right('Qty', 60, quantityOf),
    left('Unit', 68, unitOf),
    describing(description),
    left('Color', 96, colorOf),
    left('SKU', 92, skuOf),
  ])

const crewColumns = (description: string): TableColumn[] =>
  fillWidth([
    counter(26),
    right('Qty', 60, quantityOf),
    left('Unit', 68, unitOf),
    describing(description),
    left('Color', 96, colorOf),
    left('Trade', 76, (line) => tradeText(line.tradeType)),
  ])

// Nine columns: a smaller size keeps most of them on one line.
const officeColumns = (description: string): TableColumn[] =>
  fillWidth([
    counter(22, style.smallCell),
    right('Qty', 42, quantityOf, style.smallCell),
    left('Unit', 48, unitOf, style.smallCell),
    describing(description, style.smallCell, style.smallNote),
    left('Color', 74, colorOf, style.smallCell),
    left('SKU', 70, skuOf, style.smallCell),
    right('Unit cost', 46, (line) => moneyText(line.unitCost), style.smallCell),
    right('Tax', 36, (line) => percentText(line.taxPercent), style.smallCell),
    right('Total', 52, (line) => moneyText(line.totalCost), style.smallCell),
  ])

type TextOf = (line: OrderDocumentLine, number: number) => string

const quantityOf: TextOf = (line) => quantityText(line.quantity)
const unitOf: TextOf = (line) => unitText(line.quantityUnits)
const colorOf: TextOf = (line) => line.color ?? ''
const skuOf: TextOf = (line) => line.sku ?? ''

/** Gives the columns without a width what the others leave. */
function fillWidth(columns: readonly TableColumn[]): TableColumn[] {
  const taken = columns.reduce((width, column) => width + column.width, 0)
  return columns.map((column) =>
    column.width === 0 ? { ...column, width: contentWidth - taken } : column,
  )
}

// Notes stand under the description: they are rare and long, and a column of their own would be
// empty on most pages and too narrow on the others.
function describing(
  title: string,
  nameStyle: TextStyle = style.cell,
  noteStyle: TextStyle = style.note,
): TableColumn {
  return {
    title,
    width: 0,
    align: 'left',
    holds: 'text',
    texts: (line) => [
      { text: line.name.trim() || '—', style: nameStyle },
      { text: line.notes, style: noteStyle },
    ],
  }
}

const counter = (width: number, textStyle?: TextStyle): TableColumn => ({
  ...right('#', width, (_, number) => String(number), textStyle),
  align: 'left',
})

function left(title: string, width: number, text: TextOf, textStyle?: TextStyle): TableColumn {
  return { ...right(title, width, text, textStyle), align: 'left', holds: 'text' }
}

function right(
  title: string,
  width: number,
  text: TextOf,
  textStyle: TextStyle = style.cell,
): TableColumn {
  const texts: TableColumn['texts'] = (line, number) => [
    { text: text(line, number), style: textStyle },
  ]
  return { title, width, align: 'right', holds: 'number', texts }
}
