import type { Package } from '../templates/packaging.ts'
import { unitCostIn } from './price-in-unit.ts'
import type { VendorPrice } from './stated-price.ts'

/** What a list item costs by a price of its vendor. */
export interface ItemPrice {
  readonly unitCost: number
  readonly taxPercent: number
  readonly priceId: number
}

export interface BoughtItem {
  readonly quantityUnits: string
  /** Stays where the price does not say. */
  readonly taxPercent: number
  /** Of its product. */
  readonly packages: readonly Package[]
}

/** Undefined when nothing says what one of the item's units costs. */
export function itemPriceBy(price: VendorPrice, item: BoughtItem): ItemPrice | undefined {
  const unitCost = unitCostIn(price, item.quantityUnits, item.packages)
  if (unitCost === undefined) return undefined
  return {
    unitCost: unitCost.toNumber(),
    taxPercent: price.taxPercent ?? item.taxPercent,
    priceId: price.id,
  }
}
