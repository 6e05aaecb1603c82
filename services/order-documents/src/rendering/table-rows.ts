import {
  type Box,
  heightOf,
  placeLines,
  type StyledLine,
  setLines,
  setNumber,
  setText,
} from './box.ts'
import type { TableColumn } from './columns.ts'
import type { OrderDocumentLine } from './document-model.ts'
import { color, contentWidth, style } from './page-style.ts'
import { shorten } from './shorten.ts'

const PADDING_X = 4
const PADDING_Y = 4
const HAIRLINE = 0.5

/** The row of column titles that every page's table starts with. */
export function columnTitlesBox(columns: readonly TableColumn[]): Box {
  const height = style.columnTitle.lineHeight + 8
  return {
    role: 'column-titles',
    height,
    fills: [{ x: 0, y: 0, width: contentWidth, height, color: color.tint }],
    lines: placeCells(columns).flatMap(({ column, x, width }) =>
      setText(column.title, style.columnTitle, { x, y: 4, width, align: column.align }),
    ),
  }
}

/** The line above a group's rows; `continued` where the group goes on from the page before. */
export function groupBox(name: string, continued: boolean): Box {
  const text = `${shorten(name)}${continued ? ' (continued)' : ''}`
  const lines = setLines(text, style.group, contentWidth - 2 * PADDING_X)
  const height = heightOf(lines) + 12
  return {
    role: 'group',
    height,
    fills: [hairlineAt(height - HAIRLINE)],
    lines: placeLines(lines, { x: PADDING_X, y: 8, width: contentWidth }),
  }
}

/**
 * The row of one line. A row higher than `heightMax` points, that is than a page, comes back in
 * several boxes; every other row is one.
 */
export function rowBoxes(
  columns: readonly TableColumn[],
  line: OrderDocumentLine,
  { number, heightMax }: { number: number; heightMax: number },
): Box[] {
  const cells = placeCells(columns).map(({ column, x, width }) => {
    const set = column.holds === 'number' ? setNumber : setLines
    const lines = column.texts(line, number).flatMap(({ text, style }) => set(text, style, width))
    return { x, width, align: column.align, parts: splitLines(lines, heightMax - 2 * PADDING_Y) }
  })
  const count = Math.max(...cells.map(({ parts }) => parts.length))
  return Array.from({ length: count }, (_, index) => {
    const parts = cells.map((cell) => ({ ...cell, lines: cell.parts[index] ?? [] }))
    const height = Math.max(...parts.map(({ lines }) => heightOf(lines))) + 2 * PADDING_Y
    return {
      role: 'line',
      height,
      fills: [hairlineAt(height - HAIRLINE)],
      lines: parts.flatMap(({ lines, ...cell }) => placeLines(lines, { ...cell, y: PADDING_Y })),
    }
  })
}

const hairlineAt = (y: number) => ({
  x: 0,
  y,
  width: contentWidth,
  height: HAIRLINE,
  color: color.hairline,
})

function placeCells(columns: readonly TableColumn[]) {
  let x = 0
  return columns.map((column) => {
    const cell = { column, x: x + PADDING_X, width: column.width - 2 * PADDING_X }
    x += column.width
    return cell
  })
}

function splitLines(lines: readonly StyledLine[], heightMax: number): StyledLine[][] {
  const parts: StyledLine[][] = [[]]
  for (const line of lines) {
    const last = parts.at(-1) ?? []
    if (heightOf(last) + line.style.lineHeight > heightMax) parts.push([line])
    else last.push(line)
  }
  return parts
}
