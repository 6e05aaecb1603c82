import { Decimal } from 'decimal.js'

// The characters that begin a formula in a spreadsheet, after the marks and spaces that may precede them. The
// wide forms come from Japanese keyboards. A spreadsheet drops a leading tab or line break.
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * Text that no spreadsheet evaluates: a formula gets a leading apostrophe. So does text that already looks
 * escaped, so that removing one apostrophe restores the original text.
 */
export function textCell(text: string | null): string {
  if (text === null) return ''
  return FORMULA.test(text) ? `'${text}` : text
}

/** `76.00000` → `76`, never with separators or an exponent. */
export const numberCell = (number: string): string => new Decimal(number).toFixed()

/** `1497.2` → `1497.20`; significant digits beyond cents are kept (`0.0325`). */
export function moneyCell(amount: string): string {
  const decimal = new Decimal(amount)
  return decimal.toFixed(Math.max(2, decimal.decimalPlaces()))
}
