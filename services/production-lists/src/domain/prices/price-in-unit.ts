import { Exact } from '../exact.ts'
import { UNIT_COST_DECIMALS_MAX, UNIT_COST_MAX } from '../limits.ts'
import { convert, unitOf } from '../templates/packaging.ts'
import type { Package } from '../templates/packaging.ts'
import type { StatedPrice } from './stated-price.ts'

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
  const unitCost = whole.toDecimalPlaces(UNIT_COST_DECIMALS_MAX)
  const isFreeByRounding = unitCost.isZero() && price.unitCost > 0
  return isFreeByRounding || unitCost.greaterThan(UNIT_COST_MAX) ? undefined : unitCost
}

/** Packages to convert by, those before others: the vendor's own coverage takes precedence over the catalog's. */
function conversionsOf(
  { unit, coverage, coverageUnit }: UnitPrice,
  packages: readonly Package[],
): readonly (readonly Package[])[] {
  if (coverage === null || coverageUnit === null) return [packages]
  const own = { unit, holds: coverage, of: coverageUnit }
  const others = packages.filter((other) => unitOf(other.unit) !== unit)
  // The catalog may say what a bundle covers as bundles for each square foot, too.
  const ofOtherUnits = others.filter((other) => unitOf(other.of) !== unit)
  return [[...ofOtherUnits, own], [...others, own], packages]
}
