import { Decimal } from 'decimal.js'

// What a spreadsheet takes for the begin of a formula, behind the marks and spaces that may come first. The
// wide forms are what a Japanese keyboard types. A tab or a line break goes, and what follows it begins.
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * Text that no spreadsheet runs: what would be a formula gets a leading apostrophe. So does text that
 * already looks like that, so that a reader who takes one apostrophe away has the text as it was.
 */
export function textCell(text: string | null): string {
  if (text === null) return ''
  return FORMULA.test(text) ? `'${text}` : text
}

/** `76.00000` → `76`, never with separators or an exponent. */
export const numberCell = (number: string): string => new Decimal(number).toFixed()

/** `1497.2` → `1497.20`; digits beyond cents are kept when they say something (`0.0325`). */
export function moneyCell(amount: string): string {
  const decimal = new Decimal(amount)
  return decimal.toFixed(Math.max(2, decimal.decimalPlaces()))
}
