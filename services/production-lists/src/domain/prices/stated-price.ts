/** A price as a vendor states it. Days are `YYYY-MM-DD`. */
export interface StatedPrice {
  readonly sku: string
  readonly name: string
  /** The unit that one `unitCost` buys, such as BUNDLES. */
  readonly unit: string
  /** The number of `coverageUnit` in one `unit`; both are null together. */
  readonly coverage: number | null
  readonly coverageUnit: string | null
  readonly colors: readonly string[]
  readonly unitCost: number
  /** Per cent: 7.25 means 7.25 %. Null when the vendor states none. */
  readonly taxPercent: number | null
  readonly effectiveFrom: string
  /** The last day, included; null when it has no end. */
  readonly effectiveTo: string | null
}

/** A stated price in the book of its vendor. */
export interface VendorPrice extends StatedPrice {
  readonly id: number
  readonly vendorId: number
}

/** Whether two prices are equal, apart from the day on which they begin. */
export function isSameOffer(one: StatedPrice, other: StatedPrice): boolean {
  return (
    one.sku === other.sku &&
    one.name === other.name &&
    one.unit === other.unit &&
    one.coverage === other.coverage &&
    one.coverageUnit === other.coverageUnit &&
    one.unitCost === other.unitCost &&
    one.taxPercent === other.taxPercent &&
    one.effectiveTo === other.effectiveTo &&
    one.colors.length === other.colors.length &&
    one.colors.every((color, index) => color === other.colors[index])
  )
}
