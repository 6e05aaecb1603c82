import { Decimal } from 'decimal.js'

/** `'76.00000'` → `76`, never with separators or an exponent. */
export const plainNumber = (number: string): string => new Decimal(number).toFixed()

/** `'1497.2'` → `1497.20`; significant digits beyond cents are kept (`0.0325`). */
export function plainMoney(amount: string): string {
  const decimal = new Decimal(amount)
  return decimal.toFixed(Math.max(2, decimal.decimalPlaces()))
}

/** `'1234.50000'` → `1,234.5`. */
export const quantityText = (quantity: string): string => withThousands(plainNumber(quantity))

/** `'1497.2'` → `1,497.20`. */
export const moneyText = (amount: string): string => withThousands(plainMoney(amount))

/** `'7.2500'` → `7.25%`. */
export const percentText = (percent: string): string => `${plainNumber(percent)}%`

function withThousands(plain: string): string {
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
