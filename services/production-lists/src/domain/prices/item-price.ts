import type { Package } from '../templates/packaging.ts'
import { unitCostIn } from './price-in-unit.ts'
import type { VendorPrice } from './stated-price.ts'

/** The cost of a list item by a price of its vendor. */
export interface ItemPrice {
  readonly unitCost: number
  readonly taxPercent: number
  readonly priceId: number
}

export interface BoughtItem {
  readonly quantityUnits: string
  /** Used if the price states no tax. */
  readonly taxPercent: number
  /** Packages of its product. */
  readonly packages: readonly Package[]
}

/** Undefined when the price does not convert into the item's unit. */
export function itemPriceBy(price: VendorPrice, item: BoughtItem): ItemPrice | undefined {
  const unitCost = unitCostIn(price, item.quantityUnits, item.packages)
  if (unitCost === undefined) return undefined
  return {
    unitCost: unitCost.toNumber(),
    taxPercent: price.taxPercent ?? item.taxPercent,
    priceId: price.id,
  }
}
