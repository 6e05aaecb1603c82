import {
  type Box,
  heightOf,
  type Part,
  placeLines,
  type StyledLine,
  setLines,
  setNumber,
} from './box.ts'
import type { CellText, TableColumn } from './columns.ts'
import type { OrderDocumentLine } from '../document-model.ts'
import { color, style } from './page-style.ts'

const PADDING_X = 4
const PADDING_Y = 4
const HAIRLINE = 0.5

export interface Repetition {
  /** It repeats a box of an earlier page, which screen readers skip. */
  readonly repeated?: boolean
}

/** The name of a part of the order, above a table of its own; it is repeated where the table continues on another page. */
export function sectionBox(
  name: string,
  columns: readonly TableColumn[],
  { repeated = false }: Repetition = {},
): Box {
  const lines = setLines(name, style.heading, widthOf(columns))
  const placed = placeLines(lines, { x: 0, y: 8, width: widthOf(columns) })
  return {
    role: 'section',
    height: heightOf(lines) + 14,
    fills: [],
    parts: [{ tag: repeated ? 'Artifact' : 'H2', lines: placed }],
  }
}

/** The row of column titles that every page's table starts with; screen readers read it once. */
export function columnTitlesBox(
  columns: readonly TableColumn[],
  { repeated = false }: Repetition = {},
): Box {
  const cells = columns.map((column) => {
    const cell = areaOf(column)
    return { ...cell, lines: setLines(column.title, style.columnTitle, cell.width) }
  })
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

/** The line above a group's rows; it is repeated where the group continues on another page. */
export function groupBox(
  name: string,
  columns: readonly TableColumn[],
  { repeated = false }: Repetition = {},
): Box {
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

/** The text of one cell, and its place in a row of one box. */
interface Cell {
  readonly lines: readonly StyledLine[]
  readonly height: number
  readonly part: Part
}

/** The rows of a table. Most texts of a column repeat, such as units and colors: each is set once. */
export class TableRows {
  readonly #columns: readonly TableColumn[]
  readonly #width: number
  readonly #cells: readonly Map<string, Cell>[]

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns
    this.#width = widthOf(columns)
    this.#cells = columns.map(() => new Map())
  }

  /**
   * The row of one line. A row higher than `heightMax` points, the height of a page, is returned as
   * several boxes; every other row is one.
   */
  boxesOf(
    line: OrderDocumentLine,
    { number, heightMax }: { number: number; heightMax: number },
  ): Box[] {
    const cells = this.#columns.map((column, index) =>
      this.#cellOf(index, column, column.texts(line, number)),
    )
    const contentMax = heightMax - 2 * PADDING_Y
    const height = Math.max(...cells.map((cell) => cell.height))
    if (height <= contentMax)
      return [
        this.#boxOf(
          height,
          cells.map(({ part }) => part),
        ),
      ]
    return this.#splitRow(cells, contentMax)
  }

  #cellOf(index: number, column: TableColumn, texts: readonly CellText[]): Cell {
    const known = this.#cells[index]
    const key = texts.map(({ text }) => text).join('\0')
    let cell = known?.get(key)
    if (cell === undefined) {
      cell = setCell(column, texts)
      known?.set(key, cell)
    }
    return cell
  }

  #splitRow(cells: readonly Cell[], heightMax: number): Box[] {
    const pieces = cells.map(({ lines }) => splitLines(lines, heightMax))
    const count = Math.max(...pieces.map(({ length }) => length))
    return Array.from({ length: count }, (_, index) => {
      const lines = pieces.map((piece) => piece[index] ?? [])
      const parts = this.#columns.map((column, at) => partOf(column, lines[at] ?? []))
      const box = this.#boxOf(Math.max(...lines.map(heightOf)), parts)
      return index === 0 ? box : { ...box, continues: true }
    })
  }

  #boxOf(contentHeight: number, parts: readonly Part[]): Box {
    const height = contentHeight + 2 * PADDING_Y
    return { role: 'line', height, fills: [hairlineAt(height - HAIRLINE, this.#width)], parts }
  }
}

function setCell(column: TableColumn, texts: readonly CellText[]): Cell {
  const { width } = areaOf(column)
  const set = column.holds === 'number' ? setNumber : setLines
  const lines = texts.flatMap(({ text, style }) => set(text, style, width))
  return { lines, height: heightOf(lines), part: partOf(column, lines) }
}

const partOf = (column: TableColumn, lines: readonly StyledLine[]): Part => ({
  tag: 'TD',
  lines: placeLines(lines, { ...areaOf(column), y: PADDING_Y }),
})

const areaOf = ({ x, width, align }: TableColumn) => ({
  x: x + PADDING_X,
  width: width - 2 * PADDING_X,
  align,
})

const widthOf = (columns: readonly TableColumn[]): number =>
  columns.reduce((width, column) => width + column.width, 0)

const hairlineAt = (y: number, width: number) => ({
  x: 0,
  y,
  width,
  height: HAIRLINE,
  color: color.hairline,
})

function splitLines(lines: readonly StyledLine[], heightMax: number): StyledLine[][] {
  const parts: StyledLine[][] = [[]]
  for (const line of lines) {
    const last = parts.at(-1) ?? []
    if (heightOf(last) + line.style.lineHeight > heightMax) parts.push([line])
    else last.push(line)
  }
  return parts
}
