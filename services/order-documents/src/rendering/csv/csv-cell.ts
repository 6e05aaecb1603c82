import { guardFormula } from '@takeoff/contracts/formula-guard'
import { Decimal } from 'decimal.js'

/** Text that no spreadsheet evaluates. */
export const textCell = (text: string | null): string => guardFormula(text ?? '')

/** `76.00000` → `76`, never with separators or an exponent. */
export const numberCell = (number: string): string => new Decimal(number).toFixed()

/** `1497.2` → `1497.20`; significant digits beyond cents are kept (`0.0325`). */
export function moneyCell(amount: string): string {
  const decimal = new Decimal(amount)
  return decimal.toFixed(Math.max(2, decimal.decimalPlaces()))
}
