import { firstCharacters, isLongerThan } from '@takeoff/contracts/character-count'
import { printable } from '@takeoff/kit/values/printable'

const CELL_MAX = 80
const GAP = '  '

export type Cell = string | number | null

/**
 * Lines of aligned columns, numbers to the right. Text from outside, such as a response or a message, must
 * not be able to move a terminal's cursor.
 */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(textOf))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] !== 'string'))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isNumber[column] === true ? cell.padStart(width) : cell.padEnd(width)
      })
      .join(GAP)
      .trimEnd()
  return `${cells.map(line).join('\n')}\n`
}

function textOf(cell: Cell): string {
  if (cell === null) return '-'
  const text = printable(String(cell)).replaceAll('\n', ' ')
  return isLongerThan(text, CELL_MAX) ? `${firstCharacters(text, CELL_MAX - 1)}…` : text
}

/** Formats seconds, such as `3 h 12 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  if (whole < 86_400)
    return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3_600)} h`
}
