import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { itemPriceBy } from '../prices/item-price.ts'
import type { VendorPrice } from '../prices/stated-price.ts'
import { conditionsHold } from '../templates/measure-condition.ts'
import { measure } from '../templates/measure-expression.ts'
import { coverageViolation, coverageOf } from '../templates/template-line.ts'
import type { Template } from '../templates/template.ts'
import type { ItemState } from './list-state.ts'
import { calculateItems, uncalculated } from './calculate-list.ts'

export interface DraftRequest {
  /** In the order of their items in the list. */
  readonly templates: readonly Template[]
  readonly measurements: Measurements
  /** The organization's waste factor, a fraction; used where neither the line nor the template has one. */
  readonly defaultWasteFactor: number
  /** Prices in force on the day; they take precedence over the prices of the lines. */
  readonly prices?: readonly VendorPrice[]
}

interface LineInTemplate {
  readonly template: Template
  readonly line: Template['lines'][number]
  readonly product: Template['products'][number] | undefined
}

interface PricedLine extends LineInTemplate {
  readonly price: VendorPrice | undefined
}

/**
 * The items of templates for a measured property, with calculated figures. Their ids are below 0, in their order,
 * because the items are not saved.
 */
export function draftItems(request: DraftRequest): ItemState[] {
  const prices = new Map((request.prices ?? []).map((price) => [priceKey(price), price]))
  const drafts = request.templates.flatMap((template) => draftTemplate(template, request, prices))
  return calculateItems(drafts.map((draft, index) => ({ ...draft, id: -1 - index })))
}

function draftTemplate(
  template: Template,
  request: DraftRequest,
  prices: ReadonlyMap<string, VendorPrice>,
): Omit<ItemState, 'id'>[] {
  const products = new Map(template.products.map((product) => [product.id, product]))
  const lines = template.lines.filter(({ conditions }) =>
    conditionsHold(conditions, request.measurements),
  )
  return lines.map((line) => {
    const product = line.productId === null ? undefined : products.get(line.productId)
    const price = prices.get(priceKey({ vendorId: line.vendorId, sku: product?.sku ?? null }))
    return draftItem({ template, line, product, price }, request)
  })
}

function draftItem(
  { template, line, product, price }: PricedLine,
  { measurements, defaultWasteFactor }: DraftRequest,
): Omit<ItemState, 'id'> {
  return {
    origin: 'template',
    templateLineId: line.id,
    productId: line.productId,
    name: line.name,
    listItemGroupName: line.listItemGroupName,
    tradeType: template.tradeType,
    type: line.type,
    SKU: product?.sku ?? null,
    color: line.color,
    notes: line.notes,
    vendorId: line.vendorId,
    measure: line.measure,
    computedMeasurement: measure(line.measure, measurements).toNumber(),
    measurementUnits: line.measurementUnits,
    coverage: requireCoverage({ template, line, product }),
    wasteFactor: line.wasteFactor ?? template.wasteFactor ?? defaultWasteFactor,
    rounding: line.rounding,
    roundingStep: line.roundingStep,
    minimumQuantity: line.minimumQuantity,
    isCombined: template.combineSameProducts,
    quantityUnits: line.quantityUnits,
    ...costOf({ template, line, product, price }),
    markup: line.markup,
    manualFields: [],
    ...uncalculated,
  }
}

/** The vendor's price if it converts into the line's unit, else the line's price. */
function costOf({ line, product, price }: PricedLine) {
  const { quantityUnits, taxPercent, unitCost } = line
  const packages = product?.packages ?? []
  const bought = price && itemPriceBy(price, { quantityUnits, taxPercent, packages })
  return bought === undefined
    ? ({ unitCost, taxPercent, unitCostSource: 'template', priceId: null } as const)
    : ({ ...bought, unitCostSource: 'price-book' } as const)
}

function priceKey(key: { readonly vendorId: number | null; readonly sku: string | null }): string {
  return `${key.vendorId} ${key.sku}`
}

/** Checked again because the packages of a product can change after the line was saved. */
function requireCoverage({ template, line, product }: LineInTemplate): number {
  const packages = product?.packages ?? []
  const coverage = coverageOf(line, packages)
  if (coverage !== undefined) return coverage.toNumber()
  throw new BadUserInputError(
    `The coverage of "${line.name}" in template ${template.id} ${coverageViolation(line, packages)}.`,
    'templateIds',
  )
}
