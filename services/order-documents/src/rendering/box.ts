import type { TextStyle } from './page-style.ts'
import { type TextLine, wrapText } from './text-flow.ts'

export interface StyledLine {
  readonly style: TextStyle
  readonly line: TextLine
}

/** A line and where it stands, in points from the top left corner of its box. */
export interface PlacedLine extends StyledLine {
  readonly x: number
  readonly baseline: number
}

/** A filled rectangle: a rule or a tinted background. */
export interface Fill {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly color: string
}

export type BoxRole =
  | 'letterhead'
  | 'details'
  | 'running-head'
  | 'column-titles'
  | 'group'
  | 'line'
  | 'totals'
  | 'footer'

/** A piece of the document that is never split over pages. `height` is in points. */
export interface Box {
  readonly role: BoxRole
  readonly height: number
  readonly fills: readonly Fill[]
  readonly lines: readonly PlacedLine[]
}

/** Where text goes: a column of `width` points whose first line starts at `y`. */
export interface Column {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Wraps a text into lines of one style. */
export const setLines = (text: string, style: TextStyle, width: number): StyledLine[] =>
  wrapText(text, style, width).map((line) => ({ style, line }))

/** Sets a number on one line, smaller if need be: a number in two parts is read as two. */
export function setNumber(text: string, style: TextStyle, width: number): StyledLine[] {
  const lines = setLines(text, style, Infinity)
  const needed = lines[0]?.line.width ?? 0
  if (needed <= width) return lines
  return setLines(text, { ...style, size: (style.size * width) / needed }, Infinity)
}

/** Wraps a text into a column. */
export const setText = (text: string, style: TextStyle, column: Column): PlacedLine[] =>
  placeLines(setLines(text, style, column.width), column)

/** Places lines under each other. */
export function placeLines(
  lines: readonly StyledLine[],
  { x, y, width, align = 'left' }: Column,
): PlacedLine[] {
  let top = y
  return lines.map(({ style, line }) => {
    // Leading is shared above and below; 0.36 of its size is half the height of a capital.
    const baseline = top + style.lineHeight / 2 + style.size * 0.36
    top += style.lineHeight
    return { style, line, baseline, x: align === 'left' ? x : x + width - line.width }
  })
}

/** The height that lines take in points. */
export const heightOf = (lines: readonly StyledLine[]): number =>
  lines.reduce((height, { style }) => height + style.lineHeight, 0)
