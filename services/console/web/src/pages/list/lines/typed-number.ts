import { parseNumber } from '../../../ui/parse-number.ts'

/** Most decimals that the server accepts; more of them would be refused although no cell shows them. */
export const DECIMALS_MAX = {
  quantity: 5,
  fraction: 5,
  unitCost: 4,
  discount: 2,
  taxPercent: 4,
  /** Of the fraction. */
  markup: 4,
} as const

interface TypedNumber {
  /** What people may type beside the number. */
  readonly sign?: '$' | '%' | undefined
  /** The typed number is the value times this: 100 for per cent. */
  readonly scale?: number
  readonly decimals: number
  /** The largest number that may be typed. */
  readonly max?: number
}

/**
 * The value of a text, rounded to the decimals that are sent and shown: a pasted 33.3333333 is meant as what a cell shows.
 * @returns undefined for a text that is no number
 */
export function valueOfText(
  text: string,
  { sign, scale = 1, decimals, max = Infinity }: TypedNumber,
): number | undefined {
  const number = parseNumber(text, sign)
  if (number === undefined || number > max) return undefined
  return Number((number / scale).toFixed(decimals))
}
