import { Decimal } from 'decimal.js'
import type { ListItem } from './production-list.ts'

/** A list item as an order stores it. Numbers are decimal strings; a credit's are negative. */
export interface OrderLine extends Omit<ListItem, 'id' | 'type' | 'vendorId'> {
  readonly listItemId: number
  /** The id of the credited line; only of a credit. */
  readonly creditsId?: string
}

type Priced = Pick<OrderLine, 'quantity' | 'unitCost' | 'taxPercent'>

/** A list item as a line of `quantity`, or of the quantity that the list needs, at the list's own figures. */
export function toOrderLine(item: ListItem, quantity?: string): OrderLine {
  const { id, type: _type, vendorId: _vendorId, ...line } = item
  const whole = { listItemId: id, ...line }
  return quantity === undefined || new Decimal(quantity).equals(item.quantity)
    ? whole
    : { ...whole, quantity, ...priceLine({ ...item, quantity }) }
}

/** Cost before and with tax, each rounded half-up to cents as the lines of a production list are. */
export function priceLine({
  quantity,
  unitCost,
  taxPercent,
}: Priced): Pick<OrderLine, 'pretaxCost' | 'totalCost'> {
  const pretaxCost = toCents(new Decimal(quantity).times(unitCost))
  const tax = toCents(pretaxCost.times(taxPercent).div(100))
  return { pretaxCost: pretaxCost.toFixed(2), totalCost: pretaxCost.plus(tax).toFixed(2) }
}

/** Half-up is away from zero, so a credit is exactly the charge. */
function toCents(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
}
