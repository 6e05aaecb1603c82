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
 * undefined too.
 */
export function unitCostIn(
  price: UnitPrice,
  quantityUnits: string,
  packages: readonly Package[],
): Exact | undefined {
  const one = new Exact(1)
  // The vendor's own coverage takes precedence over the catalog's packages.
  const unitsOfPrice =
    convert(one, quantityUnits, price.unit, packagesOf(price, packages)) ??
    convert(one, quantityUnits, price.unit, packages)
  if (unitsOfPrice === undefined) return undefined
  // Truncating a repeating decimal first keeps an exact half exact for the rounding.
  const whole = unitsOfPrice.times(price.unitCost).toDecimalPlaces(20)
  const unitCost = whole.toDecimalPlaces(UNIT_COST_DECIMALS_MAX)
  return unitCost.greaterThan(UNIT_COST_MAX) ? undefined : unitCost
}

function packagesOf(price: UnitPrice, packages: readonly Package[]): readonly Package[] {
  const { unit, coverage, coverageUnit } = price
  if (coverage === null || coverageUnit === null) return packages
  const others = packages.filter((other) => unitOf(other.unit) !== unit)
  return [...others, { unit, holds: coverage, of: coverageUnit }]
}
