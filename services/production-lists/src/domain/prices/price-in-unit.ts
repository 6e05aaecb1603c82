import { Exact } from '../exact.ts'
import { UNIT_COST_DECIMALS_MAX, UNIT_COST_MAX } from '../limits.ts'
import { convert, unitOf } from '../templates/packaging.ts'
import type { Package } from '../templates/packaging.ts'
import type { StatedPrice } from './stated-price.ts'

/** What of a vendor's price says what one unit costs. */
export type UnitPrice = Pick<StatedPrice, 'unit' | 'coverage' | 'coverageUnit' | 'unitCost'>

/**
 * What one `quantityUnits` costs, to 4 decimals half-up, or undefined when nothing says how the price's
 * unit converts into it: neither the price's own coverage nor the product's packages. What comes to more
 * than a list can keep is no price either.
 */
export function unitCostIn(
  price: UnitPrice,
  quantityUnits: string,
  packages: readonly Package[],
): Exact | undefined {
  const one = new Exact(1)
  // What the vendor says of its own unit comes before what the catalog says of it.
  const unitsOfPrice =
    convert(one, quantityUnits, price.unit, packagesOf(price, packages)) ??
    convert(one, quantityUnits, price.unit, packages)
  if (unitsOfPrice === undefined) return undefined
  // A conversion may end in a repeating decimal: cutting it first keeps a half a half.
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
