import { Exact } from '../exact.ts'
import { QUANTITY } from '../limits.ts'
import { convert } from '../templates/packaging.ts'
import type { Package } from '../templates/packaging.ts'

/** A quantity in another unit, to 5 decimals half-even; null when no package converts into it. */
export function quantityIn(
  unit: string,
  { quantity, quantityUnits }: { readonly quantity: number; readonly quantityUnits: string },
  packages: readonly Package[],
): number | null {
  const converted = convert(new Exact(quantity), quantityUnits, unit, packages)
  return converted?.toDecimalPlaces(QUANTITY.decimalsMax, Exact.ROUND_HALF_EVEN).toNumber() ?? null
}
