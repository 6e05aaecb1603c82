import { bottomOf, type Box, type Fill, type Part, type PlacedLine, topOf } from './box.ts'

/** A box that no page can hold, in two: what is placed on this page, and what is left for the next. */
export interface SplitBox {
  readonly piece: Box
  readonly rest: Box
}

/**
 * Splits a box between its lines, so that the piece has at most `heightMax` points. A heading or label stays with the
 * first line below it.
 * @returns undefined when no line fits
 */
export function splitBox(box: Box, heightMax: number): SplitBox | undefined {
  const fits = (line: PlacedLine | undefined) => line === undefined || bottomOf(line) <= heightMax
  const counts = box.parts.map(({ tag, lines }, index) => {
    const isAlone = HEADS.has(tag) && !fits(box.parts[index + 1]?.lines[0])
    return isAlone ? 0 : lines.filter(fits).length
  })
  const fitting = box.parts.map((part, index) => linesOf(part, 0, counts[index]))
  const left = box.parts.map((part, index) => continued(linesOf(part, counts[index]), part))
  const bottom = Math.max(0, ...fitting.flatMap(({ lines }) => lines.map(bottomOf)))
  if (bottom === 0) return undefined

  // Columns of different leading do not end at the same height.
  const tops = left.flatMap(({ lines }) => lines.map(topOf))
  const top = tops.length === 0 ? bottom : Math.min(...tops)
  const { picture: _, ...rest } = box
  return {
    piece: { ...box, height: bottom, ...within(box.fills, fitting, { top: 0, bottom }) },
    rest: {
      ...rest,
      height: box.height - top,
      ...within(box.fills, left, { top, bottom: box.height }),
    },
  }
}

const HEADS: ReadonlySet<Part['tag']> = new Set(['H1', 'H2', 'Lbl'])

const linesOf = (part: Part, start: number | undefined, end?: number): Part => ({
  ...part,
  lines: part.lines.slice(start, end),
})

/** Screen readers have read the labels of other values before the rest of one, which is a paragraph for them. */
const continued = (rest: Part, { tag, lines }: Part): Part =>
  tag === 'LBody' && rest.lines.length < lines.length ? { ...rest, tag: 'P' } : rest

interface Range {
  readonly top: number
  readonly bottom: number
}

/** Fills and parts, with their distance from the top of the range. */
function within(
  fills: readonly Fill[],
  parts: readonly Part[],
  { top, bottom }: Range,
): Pick<Box, 'fills' | 'parts'> {
  return {
    fills: fills
      .map((fill) => {
        const start = Math.max(fill.y, top)
        return {
          ...fill,
          y: start - top,
          height: Math.min(fill.y + fill.height, bottom) - start,
        }
      })
      .filter(({ height }) => height > 0),
    parts: parts
      .filter(({ lines }) => lines.length > 0)
      .map((part) => ({
        ...part,
        lines: part.lines.map((line) => ({ ...line, baseline: line.baseline - top })),
      })),
  }
}
