import { Decimal } from 'decimal.js'

/** `'1234.50000'` → `1,234.5`. */
export const quantityText = (quantity: string): string =>
  withThousands(new Decimal(quantity).toFixed())

/** `'1497.2'` → `1,497.20`; significant digits beyond cents are kept (`0.0325`). */
export function moneyText(amount: string): string {
  const decimal = new Decimal(amount)
  return withThousands(decimal.toFixed(Math.max(2, decimal.decimalPlaces())))
}

/** `'7.2500'` → `7.25%`. */
export const percentText = (percent: string): string => `${new Decimal(percent).toFixed()}%`

function withThousands(plain: string): string {
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
