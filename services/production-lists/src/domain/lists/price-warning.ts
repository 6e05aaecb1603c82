import { itemPriceBy } from '../prices/item-price.ts'
import type { ItemPrice } from '../prices/item-price.ts'
import type { VendorPrice } from '../prices/stated-price.ts'
import type { Package } from '../templates/packaging.ts'
import type { ItemState } from './list-state.ts'

/** A list item with a vendor and a SKU, and its prices in the vendor's book. */
export interface PricedItem extends Pick<
  ItemState,
  'quantityUnits' | 'unitCost' | 'unitCostSource' | 'taxPercent'
> {
  readonly listItemId: number
  readonly vendorId: number
  /** A tax set by hand is kept, even if the book has another one. */
  readonly isManualTax: boolean
  /** Tax of its template line; null when it has none. */
  readonly templateTaxPercent: number | null
  /** Packages of its product. */
  readonly packages: readonly Package[]
  /** The price in force now. */
  readonly current: VendorPrice | null
  /** The price that the unit cost was taken from. */
  readonly taken: Pick<VendorPrice, 'vendorId' | 'effectiveFrom' | 'effectiveTo'> | null
}

/** The reason why an item's price differs from its vendor's book. */
export interface PriceWarning {
  readonly listItemId: number
  readonly unitCost: number
  readonly unitCostSource: string
  readonly taxPercent: number
  /** In the item's unit; null when the book has no usable price. */
  readonly currentUnitCost: number | null
  readonly currentTaxPercent: number | null
  /** First day of the price in force, `YYYY-MM-DD`. */
  readonly effectiveFrom: string | null
  readonly code: Difference['code']
  readonly reason: string
}

/** How a price differs: a code, and a sentence. */
interface Difference {
  readonly code: 'COST_DIFFERS' | 'TAX_DIFFERS' | 'NO_CONVERSION' | 'OTHER_VENDOR' | 'PRICE_ENDED'
  readonly reason: string
}

/** The item's cost by the price in force; undefined when the book has no usable price. */
export function currentItemPrice(item: PricedItem): ItemPrice | undefined {
  const { current, isManualTax, templateTaxPercent } = item
  // The item's own tax can be that of the price to replace.
  const taxPercent = templateTaxPercent ?? item.taxPercent
  const price = current === null ? undefined : itemPriceBy(current, { ...item, taxPercent })
  return price && (isManualTax ? { ...price, taxPercent: item.taxPercent } : price)
}

/** Whether repricing makes no visible change. */
export function isPricedAs(
  item: Pick<ItemState, 'unitCost' | 'taxPercent'>,
  price: ItemPrice,
): boolean {
  return item.unitCost === price.unitCost && item.taxPercent === price.taxPercent
}

export function priceWarning(item: PricedItem): PriceWarning | undefined {
  const price = currentItemPrice(item)
  const difference = differenceOf(item, price)
  if (difference === undefined) return undefined
  const { listItemId, unitCost, unitCostSource, taxPercent, current } = item
  return {
    listItemId,
    unitCost,
    unitCostSource,
    taxPercent,
    currentUnitCost: price?.unitCost ?? null,
    currentTaxPercent: price?.taxPercent ?? null,
    effectiveFrom: current?.effectiveFrom ?? null,
    ...difference,
  }
}

function differenceOf(item: PricedItem, price: ItemPrice | undefined): Difference | undefined {
  const { current, quantityUnits } = item
  if (current === null) return missingPrice(item)
  if (price === undefined) {
    return {
      code: 'NO_CONVERSION',
      reason: `The price book says ${current.unitCost} per ${current.unit} since ${current.effectiveFrom}, which gives no usable cost per ${quantityUnits}, neither by its coverage nor by the product's packages.`,
    }
  }
  if (isPricedAs(item, price)) return undefined

  const since = `The price book says ${price.unitCost} per ${quantityUnits} since ${current.effectiveFrom}`
  if (item.unitCost !== price.unitCost) {
    const reason = `${since}; the item has ${item.unitCost} ${sourceOf(item)}.`
    return { code: 'COST_DIFFERS', reason }
  }
  const tax =
    current.taxPercent === null
      ? `without a tax, so that of the template holds, ${price.taxPercent} %`
      : `with ${price.taxPercent} % tax`
  const reason = `${since} ${tax}; the item has ${item.taxPercent} %.`
  return { code: 'TAX_DIFFERS', reason }
}

/** Undefined when the book never had a price for the item: a case without a warning. */
function missingPrice({ taken, vendorId }: PricedItem): Difference | undefined {
  if (taken === null) return undefined
  const { effectiveFrom, effectiveTo } = taken
  if (taken.vendorId !== vendorId) {
    const reason = `The item's price is from the book of another vendor; its own vendor's book has none for it.`
    return { code: 'OTHER_VENDOR', reason }
  }
  const end = effectiveTo === null ? 'was replaced' : `ended on ${effectiveTo}`
  const reason = `The item's price of ${effectiveFrom} ${end}, and the price book has none in force now.`
  return { code: 'PRICE_ENDED', reason }
}

function sourceOf({ unitCostSource, taken }: PricedItem): string {
  if (unitCostSource === 'manual') return 'set by hand'
  if (unitCostSource === 'template') return 'from the template'
  return taken === null ? 'from the price book' : `from the price book of ${taken.effectiveFrom}`
}
