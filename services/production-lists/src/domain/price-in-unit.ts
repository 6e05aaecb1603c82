import { Exact } from './exact.ts'
import { unitCostDecimalsMax } from './limits.ts'
import { convert } from './packaging.ts'
import type { Package } from './packaging.ts'

/** Of a vendor's price: what one `unitCost` buys, and what that covers. */
export interface UnitPrice {
  readonly unit: string
  readonly coverage: number | null
  readonly coverageUnit: string | null
  readonly unitCost: number
}

/**
 * What one `quantityUnits` costs, to 4 decimals half-up, or undefined when nothing says how the price's
 * unit converts into it: neither the price's own coverage nor the product's packages.
 */
export function unitCostIn(
  price: UnitPrice,
  quantityUnits: string,
  packages: readonly Package[],
): Exact | undefined {
  const unitCost = new Exact(price.unitCost)
  if (price.unit === quantityUnits) return unitCost

  const unitsOfPrice = convert(new Exact(1), quantityUnits, price.unit, packagesOf(price, packages))
  if (unitsOfPrice === undefined) return undefined
  // A conversion may end in a repeating decimal: cutting it first keeps a half a half.
  return unitCost.times(unitsOfPrice).toDecimalPlaces(20).toDecimalPlaces(unitCostDecimalsMax)
}

/** What the vendor says of its own unit comes before what the catalog says of it. */
function packagesOf(price: UnitPrice, packages: readonly Package[]): readonly Package[] {
  const { unit, coverage, coverageUnit } = price
  if (coverage === null || coverageUnit === null) return packages
  const others = packages.filter((other) => other.unit !== unit || other.of !== coverageUnit)
  return [{ unit, holds: coverage, of: coverageUnit }, ...others]
}
