import { type Box, heightOf, placeLines, type StyledLine, setLines, setNumber } from './box.ts'
import type { TableColumn } from './columns.ts'
import type { OrderDocumentLine } from '../document-model.ts'
import { color, style } from './page-style.ts'

const PADDING_X = 4
const PADDING_Y = 4
const HAIRLINE = 0.5

/** The name of a part of the order, above a table of its own. */
export function sectionBox(name: string, columns: readonly TableColumn[]): Box {
  const lines = setLines(name, style.heading, widthOf(columns))
  const placed = placeLines(lines, { x: 0, y: 8, width: widthOf(columns) })
  return {
    role: 'section',
    height: heightOf(lines) + 14,
    fills: [],
    parts: [{ tag: 'H2', lines: placed }],
  }
}

/** The row of column titles that every page's table starts with; screen readers read it once. */
export function columnTitlesBox(columns: readonly TableColumn[], repeated: boolean): Box {
  const cells = placeCells(columns).map(({ column, ...cell }) => ({
    ...cell,
    align: column.align,
    lines: setLines(column.title, style.columnTitle, cell.width),
  }))
  const height = Math.max(...cells.map(({ lines }) => heightOf(lines))) + 8
  return {
    role: 'column-titles',
    height,
    fills: [{ x: 0, y: 0, width: widthOf(columns), height, color: color.tint }],
    parts: cells.map(({ lines, ...cell }) => ({
      tag: repeated ? 'Artifact' : 'TH',
      lines: placeLines(lines, { ...cell, y: height - 4 - heightOf(lines) }),
    })),
  }
}

/** The line above a group's rows; `repeated` where the group continues from the previous page. */
export function groupBox(name: string, columns: readonly TableColumn[], repeated: boolean): Box {
  const width = widthOf(columns)
  const lines = setLines(name, style.group, width - 2 * PADDING_X)
  const height = heightOf(lines) + 12
  return {
    role: 'group',
    height,
    fills: [hairlineAt(height - HAIRLINE, width)],
    parts: [
      {
        tag: repeated ? 'Artifact' : 'TH',
        lines: placeLines(lines, { x: PADDING_X, y: 8, width }),
      },
    ],
    columnSpan: columns.length,
  }
}

/**
 * The row of one line. A row higher than `heightMax` points, the height of a page, is returned as
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
      fills: [hairlineAt(height - HAIRLINE, widthOf(columns))],
      parts: parts.map(({ lines, ...cell }) => ({
        tag: 'TD',
        lines: placeLines(lines, { ...cell, y: PADDING_Y }),
      })),
      ...(index > 0 && { continues: true }),
    }
  })
}

const widthOf = (columns: readonly TableColumn[]): number =>
  columns.reduce((width, column) => width + column.width, 0)

const hairlineAt = (y: number, width: number) => ({
  x: 0,
  y,
  width,
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
