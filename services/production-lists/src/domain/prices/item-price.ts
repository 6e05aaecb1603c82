import { Exact } from '../exact.ts'
import { UNIT_COST } from '../limits.ts'
import { convert, normalizedUnit } from '../templates/packaging.ts'
import type { Package } from '../templates/packaging.ts'
import type { StatedPrice, VendorPrice } from './stated-price.ts'

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

/** The part of a vendor's price that gives the cost of one unit. */
export type UnitPrice = Pick<StatedPrice, 'unit' | 'coverage' | 'coverageUnit' | 'unitCost'>

/**
 * The cost of one `quantityUnits`, to 4 decimals half-up, or undefined when neither the price's own coverage
 * nor the product's packages convert the price's unit into it. A cost above the maximum of a list item is
 * undefined too, and so is one that would be rounded to 0: the item would be free.
 */
export function unitCostIn(
  price: UnitPrice,
  quantityUnits: string,
  packages: readonly Package[],
): Exact | undefined {
  const unitsOfPrice = conversionsOf(price, packages)
    .map((each) => convert(new Exact(1), quantityUnits, price.unit, each))
    .find((units) => units !== undefined)
  if (unitsOfPrice === undefined) return undefined
  // A repeating decimal is rounded to 20 decimals first: so an exact half stays exact for the second rounding.
  const whole = unitsOfPrice.times(price.unitCost).toDecimalPlaces(20)
  const unitCost = whole.toDecimalPlaces(UNIT_COST.decimalsMax)
  const isFreeByRounding = unitCost.isZero() && price.unitCost > 0
  return isFreeByRounding || unitCost.greaterThan(UNIT_COST.max) ? undefined : unitCost
}

/** Packages to convert by, those before others: the vendor's own coverage takes precedence over the catalog's. */
function conversionsOf(
  { unit, coverage, coverageUnit }: UnitPrice,
  packages: readonly Package[],
): readonly (readonly Package[])[] {
  if (coverage === null || coverageUnit === null) return [packages]
  const own = { unit, holds: coverage, of: coverageUnit }
  const others = packages.filter((other) => normalizedUnit(other.unit) !== unit)
  // The catalog may say what a bundle covers as bundles for each square foot, too.
  const ofOtherUnits = others.filter((other) => normalizedUnit(other.of) !== unit)
  return [[...ofOtherUnits, own], [...others, own], packages]
}
