import type { TextStyle } from './page-style.ts'
import { type TextLine, wrapText } from '../text/text-flow.ts'

export interface StyledLine {
  readonly style: TextStyle
  readonly line: TextLine
}

/** A line and its position, in points from the top left corner of its box. */
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
  | 'delivery'
  | 'section'
  | 'running-head'
  | 'column-titles'
  | 'group'
  | 'line'
  | 'totals'
  | 'footer'

/**
 * The role of a text for assistive technology, as PDF names it: a heading, a paragraph, a label
 * and its value, or a cell. An artifact is not read: it repeats earlier text.
 */
export type Tag = 'H1' | 'H2' | 'P' | 'Lbl' | 'LBody' | 'TH' | 'TD' | 'Artifact'

/** Text that belongs together. */
export interface Part {
  readonly tag: Tag
  readonly lines: readonly PlacedLine[]
}

/** The position of a picture in its box, and its alternative text. */
export interface PlacedPicture {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly alternative: string
}

/** A piece of the document that is split over pages only when no page can hold it. `height` is in points. */
export interface Box {
  readonly role: BoxRole
  readonly height: number
  readonly fills: readonly Fill[]
  /** In the order in which they are read. The parts of a table's row are its cells. */
  readonly parts: readonly Part[]
  readonly picture?: PlacedPicture
  /** Number of columns that a row's only cell spans. */
  readonly columnSpan?: number
  /** It continues the row of the previous page. */
  readonly continues?: true
}

/** The place of a text: a column of `width` points whose first line starts at `y`. */
export interface Column {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Wraps a text into lines of one style. */
export const setLines = (text: string, style: TextStyle, width: number): StyledLine[] =>
  wrapText(text, style, width).map((line) => ({ style, line }))

/** Sets a number on one line, smaller if needed: a broken number is read as two. */
export function setNumber(text: string, style: TextStyle, width: number): StyledLine[] {
  const lines = setLines(text, style, Infinity)
  const needed = lines[0]?.line.width ?? 0
  if (needed <= width) return lines
  return setLines(text, { ...style, size: (style.size * width) / needed }, Infinity)
}

/** Sets a text on one line; overflow is cut off and marked with an ellipsis. */
export function setOneLine(text: string, style: TextStyle, width: number): StyledLine[] {
  const lines = setLines(text, style, width)
  if (lines.length <= 1) return lines
  const characters = Array.from(text)
  let [fitting, tooLong] = [0, characters.length]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (setLines(cut(characters, middle), style, width).length > 1) tooLong = middle
    else fitting = middle
  }
  return setLines(cut(characters, fitting), style, width).slice(0, 1)
}

const cut = (characters: readonly string[], length: number): string =>
  `${characters.slice(0, length).join('').trimEnd()}…`

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
    const baseline = top + ascentOf(style)
    top += style.lineHeight
    return { style, line, baseline, x: align === 'left' ? x : x + width - line.width }
  })
}

// Leading is shared above and below; 0.36 of its size is half the height of a capital.
const ascentOf = ({ lineHeight, size }: TextStyle): number => lineHeight / 2 + size * 0.36

/** The distance of a line from the top of its box, in points. */
export const topOf = ({ style, baseline }: PlacedLine): number => baseline - ascentOf(style)

/** The distance of a line's end from the top of its box, in points. */
export const bottomOf = (line: PlacedLine): number => topOf(line) + line.style.lineHeight

/** The height that lines take in points. */
export const heightOf = (lines: readonly StyledLine[]): number =>
  lines.reduce((height, { style }) => height + style.lineHeight, 0)
