import { heightOf, type Part, placeLines, type StyledLine, setLines } from './box.ts'
import { style } from './page-style.ts'

const COLUMNS = 3
const GUTTER = 18
const FIELD_GAP = 8

/** A label and the text under it. */
export interface Field {
  readonly label: string
  readonly value: string
  /** Further, quieter lines. */
  readonly details?: readonly string[]
}

/** Where fields go: three columns in `width` points that start at `x` and `y`. */
interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Sets fields in three columns; each is read from top to bottom before the next. */
export function setFields(
  columns: readonly (readonly Field[])[],
  { x, y, width }: Area,
): { parts: Part[]; bottom: number } {
  const columnWidth = (width - (COLUMNS - 1) * GUTTER) / COLUMNS
  const parts: Part[] = []
  let bottom = y
  for (const [index, fields] of columns.entries()) {
    const column = { x: x + index * (columnWidth + GUTTER), width: columnWidth }
    let top = y
    for (const field of fields) {
      const label = setLines(field.label, style.label, columnWidth)
      const value = setValue(field, columnWidth)
      parts.push(
        { tag: 'Lbl', lines: placeLines(label, { ...column, y: top }) },
        { tag: 'LBody', lines: placeLines(value, { ...column, y: top + heightOf(label) }) },
      )
      top += heightOf(label) + heightOf(value) + FIELD_GAP
    }
    bottom = Math.max(bottom, top - FIELD_GAP)
  }
  return { parts, bottom }
}

function setValue({ value, details = [] }: Field, width: number): StyledLine[] {
  return [
    ...setLines(value.trim() || '—', style.value, width),
    ...details.flatMap((text) => setLines(text, style.detail, width)),
  ]
}
