import type { Language } from '../../domain/documents/document-options.ts'
import { moneyText, percentText, quantityText } from '../words/decimal-text.ts'
import type { OrderDocumentLine, OrderDocumentModel } from '../document-model.ts'
import { style, type TextStyle } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { unitText } from '../words/units.ts'
import { orderWordsOf, tradeText } from '../words/wording.ts'

/** One column of the table of lines. */
export interface TableColumn {
  readonly title: string
  /** The left edge, in points from that of the table. */
  readonly x: number
  /** In points, with the padding on both sides. */
  readonly width: number
  readonly align: 'left' | 'right'
  /** Text wraps; a number is never broken, but set smaller where it does not fit. */
  readonly holds: 'text' | 'number'
  readonly texts: (line: OrderDocumentLine, number: number) => readonly CellText[]
}

/** One text of a cell; several texts are placed under each other. */
export interface CellText {
  readonly text: string
  readonly style: TextStyle
}

/** The columns of a document; only the office's copy has prices. */
export function columnsOf(sheet: Sheet): TableColumn[] {
  const columns = unplaced(sheet)
  const taken = columns.reduce((width, column) => width + column.width, 0)
  let end = 0
  return columns.map((column) => {
    const x = end
    const width = column.width || sheet.page.contentWidth - taken
    end += width
    return { ...column, x, width }
  })
}

type UnplacedColumn = Omit<TableColumn, 'x'>

/** The columns; one without a width takes the space that the others leave. */
function unplaced(sheet: Sheet): UnplacedColumn[] {
  switch (sheet.model.mode) {
    case 'supplier':
      return supplierColumns(sheet)
    case 'crew':
      return crewColumns(sheet)
    case 'office':
      return officeColumns(sheet)
  }
}

function supplierColumns({ model, words: { columns } }: Sheet): UnplacedColumn[] {
  return [
    counter(model, 26),
    right(columns.quantity, 60, quantityOf),
    left(columns.unit, 68, unitOf(model.language)),
    describing(orderWordsOf(model).description),
    left(columns.color, 96, colorOf),
    left(columns.sku, 92, skuOf),
  ]
}

function crewColumns({ model, words: { columns } }: Sheet): UnplacedColumn[] {
  return [
    counter(model, 26),
    right(columns.quantity, 60, quantityOf),
    left(columns.unit, 68, unitOf(model.language)),
    describing(orderWordsOf(model).description),
    left(columns.color, 96, colorOf),
    left(columns.trade, 76, (line) => tradeText(line.tradeType, model.language)),
  ]
}

// Nine columns: a smaller size keeps most of them on one line.
function officeColumns({ model, words: { columns } }: Sheet): UnplacedColumn[] {
  const small = style.smallCell
  return [
    counter(model, 22, small),
    right(columns.quantity, 44, quantityOf, small),
    left(columns.unit, 50, unitOf(model.language), small),
    describing(orderWordsOf(model).description, small, style.smallNote),
    left(columns.color, 78, colorOf, small),
    left(columns.sku, 68, skuOf, small),
    right(columns.unitCost, 46, (line) => moneyText(line.unitCost), small),
    right(columns.tax, 36, (line) => percentText(line.taxPercent), small),
    right(columns.total, 54, (line) => moneyText(line.totalCost), small),
  ]
}

type TextOf = (line: OrderDocumentLine, number: number) => string

const quantityOf: TextOf = (line) => quantityText(line.quantity)
const unitOf =
  (language: Language): TextOf =>
  (line) =>
    unitText(line.quantityUnits, line.quantity, language)
const colorOf: TextOf = (line) => line.color ?? ''
const skuOf: TextOf = (line) => line.sku ?? ''

// Notes are placed under the description: they are rare and long, and a column of their own would be
// empty on most pages and too narrow on the others.
function describing(
  title: string,
  nameStyle: TextStyle = style.cell,
  noteStyle: TextStyle = style.note,
): UnplacedColumn {
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

/** The number of each line, in a column that is wide enough for the last one. */
function counter(
  { lines }: OrderDocumentModel,
  widthMin: number,
  textStyle: TextStyle = style.cell,
): UnplacedColumn {
  const digits = String(lines.length).length
  const width = Math.max(widthMin, Math.ceil(10 + digits * textStyle.size * 0.66))
  return { ...right('#', width, (_, number) => String(number), textStyle), align: 'left' }
}

function left(title: string, width: number, text: TextOf, textStyle?: TextStyle): UnplacedColumn {
  return { ...right(title, width, text, textStyle), align: 'left', holds: 'text' }
}

function right(
  title: string,
  width: number,
  text: TextOf,
  textStyle: TextStyle = style.cell,
): UnplacedColumn {
  const texts: TableColumn['texts'] = (line, number) => [
    { text: text(line, number), style: textStyle },
  ]
  return { title, width, align: 'right', holds: 'number', texts }
}
