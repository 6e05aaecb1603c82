import { Exact } from './exact.ts'
import { isManual } from './list-state.ts'
import type { ItemState } from './list-state.ts'
import { describeMeasure } from './measure-expression.ts'

type ExplainedItem = Omit<ItemState, 'id'>

export interface ExplainedPrice {
  /** `YYYY-MM-DD`; null when the cost is not from a price book. */
  readonly effectiveFrom: string | null
}

/**
 * How an item's quantity and cost came about, in one sentence, such as: `roof_area = 21.94 squares;
 * 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, rounded up to 76 PIECES, 0.58125 left over; 19.7
 * each from the template.`
 */
export function explainItem(item: ExplainedItem, price: ExplainedPrice): string {
  const parts = [describeMeasurement(item), describeQuantity(item), describeCost(item, price)]
  return `${parts.filter((part) => part !== undefined).join('; ')}.`
}

/** The measures that drive an item; null when it was added by hand. */
export function measureOf({ measure }: Pick<ItemState, 'measure'>): string | null {
  return measure.length === 0 ? null : describeMeasure(measure)
}

function describeMeasurement(item: ExplainedItem): string | undefined {
  const measure = measureOf(item)
  const units = item.measurementUnits === null ? '' : ` ${spaced(item.measurementUnits)}`
  const computed = measure === null ? undefined : `${measure} = ${item.computedMeasurement}${units}`
  if (!isManual(item, 'measurement')) return computed
  const byHand = `${item.measurement}${units} measured by hand`
  return computed === undefined ? byHand : `${byHand} instead of ${computed}`
}

function describeQuantity(item: ExplainedItem): string {
  const byHand = `${item.quantity} ${item.quantityUnits} set by hand`
  if (!isManual(item, 'quantity')) return describeComputed(item)
  const isComputable = item.measure.length > 0 || isManual(item, 'measurement')
  return isComputable ? `${byHand} instead of ${describeCalculation(item)}` : byHand
}

function describeComputed(item: ExplainedItem): string {
  const { carriedIn, minimumQuantity, leftover, quantity, quantityUnits } = item
  return [
    describeCalculation(item),
    carriedIn > 0 ? `less ${carriedIn} left over from the same product` : undefined,
    minimumQuantity !== null && quantity > 0 ? `at least ${minimumQuantity}` : undefined,
    `${describeRounding(item)} ${quantity} ${quantityUnits}`,
    leftover > 0 ? `${leftover} left over` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

function describeCalculation(item: ExplainedItem): string {
  const { measurement, wasteFactor, coverage, measurementUnits, calculatedQuantity } = item
  const waste = `× ${new Exact(wasteFactor).plus(1).toFixed()} (${percent(wasteFactor)} waste)`
  const units = measurementUnits === null ? '' : ` ${spaced(measurementUnits)}`
  return [
    `${measurement}`,
    wasteFactor === 0 ? undefined : waste,
    coverage === 1 ? undefined : `÷ ${coverage}${units} each`,
    calculatedQuantity === measurement ? undefined : `= ${calculatedQuantity}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ')
}

function describeRounding({ rounding, roundingStep }: ExplainedItem): string {
  if (rounding === 'exact') return 'not rounded:'
  return rounding === 'step' ? `rounded up to steps of ${roundingStep}:` : 'rounded up to'
}

function describeCost(item: ExplainedItem, { effectiveFrom }: ExplainedPrice): string {
  const sources = {
    template: 'from the template',
    'price-book': `from the price book of ${effectiveFrom}`,
    manual: 'set by hand',
  }
  return `${item.unitCost} each ${sources[item.unitCostSource]}`
}

function percent(fraction: number): string {
  return `${new Exact(fraction).times(100).toFixed()} %`
}

function spaced(units: string): string {
  return units.replaceAll('_', ' ')
}
