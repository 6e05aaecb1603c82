import { BadUserInputError } from '@takeoff/kit/errors'
import type { ItemState } from './list-state.ts'
import { conditionsHold } from './measure-condition.ts'
import { measure } from './measure-expression.ts'
import type { Measurements } from './measurements.ts'
import { settleItems } from './settle-list.ts'
import type { Template } from './template.ts'
import { coverageFault, coverageOf } from './template-line.ts'

export interface DraftRequest {
  /** In the order in which their items are to follow one another. */
  readonly templates: readonly Template[]
  readonly measurements: Measurements
  /** The organization's, a fraction: for lines whose template names none either. */
  readonly defaultWasteFactor: number
}

interface LineInTemplate {
  readonly template: Template
  readonly line: Template['lines'][number]
  readonly product: Template['products'][number] | undefined
}

/**
 * The items that templates become on a measured property, settled. Their ids are below 0, in their order:
 * nothing of this is saved.
 */
export function draftItems(request: DraftRequest): ItemState[] {
  const drafts = request.templates.flatMap((template) => draftTemplate(template, request))
  return settleItems(drafts.map((draft, index) => ({ ...draft, id: -1 - index })))
}

function draftTemplate(template: Template, request: DraftRequest): Omit<ItemState, 'id'>[] {
  const products = new Map(template.products.map((product) => [product.id, product]))
  const lines = template.lines.filter(({ conditions }) =>
    conditionsHold(conditions, request.measurements),
  )
  return lines.map((line) => {
    const product = line.productId === null ? undefined : products.get(line.productId)
    return draftItem({ template, line, product }, request)
  })
}

function draftItem(
  { template, line, product }: LineInTemplate,
  { measurements, defaultWasteFactor }: DraftRequest,
): Omit<ItemState, 'id'> {
  return {
    origin: 'template',
    templateLineId: line.id,
    productId: line.productId,
    name: line.name,
    listItemGroupName: line.groupName,
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
    unitCost: line.unitCost,
    unitCostSource: 'template',
    priceId: null,
    taxPercent: line.taxPercent,
    markup: line.markup,
    manualFields: [],
    ...unsettled,
  }
}

/** The packages of a product can change after the line was saved. */
function requireCoverage({ template, line, product }: LineInTemplate): number {
  const packages = product?.packages ?? []
  const coverage = coverageOf(line, packages)
  if (coverage !== undefined) return coverage.toNumber()
  throw new BadUserInputError(
    `The coverage of "${line.name}" in template ${template.id} ${coverageFault(line, packages)}.`,
    'templateIds',
  )
}

/** Figures that `settleItems` replaces. */
const unsettled = {
  measurement: 0,
  calculatedQuantity: 0,
  quantity: 0,
  carriedIn: 0,
  leftover: 0,
  pretaxCost: 0,
  totalCost: 0,
  totalPrice: 0,
}
