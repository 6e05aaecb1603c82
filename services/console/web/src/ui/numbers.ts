/**
 * Reads a number of 0 or more as people type or paste it: `1,234.5`, `$41.50`, `12 %`, `1 234`, and `0,125` where the
 * only comma cannot separate thousands. Only spaces do, not tabs and line breaks: those are between two cells.
 * @param sign what may stand beside it; `10%` is no amount of money
 * @returns undefined for any other text
 */
export function parseNumber(text: string, sign?: '$' | '%'): number | undefined {
  const trimmed = withoutSign(text.trim(), sign).replace(
    /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)/,
    (thousands) => thousands.replaceAll(/[ \u00a0\u202f]/g, ''),
  )
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed)
    ? trimmed.replaceAll(',', '')
    : trimmed.replace(/^(\d+),(\d+)$/, '$1.$2')
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

function withoutSign(text: string, sign: '$' | '%' | undefined): string {
  if (sign === '$') return text.replace(/^\$\s*/, '')
  return sign === '%' ? text.replace(/\s*%$/, '') : text
}

/** A fraction as the per cent that is typed for it. */
export const percentText = (fraction: number): string => String(Number((fraction * 100).toFixed(5)))

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

/** To so many decimals. 15 significant digits hide what binary fractions are off by. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  // Adding 0 makes a 0 of -0, which would be written with its sign.
  return Math.round(Number((value * scale).toPrecision(15))) / scale + 0
}

export const cents = (value: number): number => rounded(value, 2)

/** Null where a part of the sum is unknown. */
export const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.includes(null) ? null : cents(amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0))
