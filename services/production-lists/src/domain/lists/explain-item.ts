import { Exact } from '../exact.ts'
import { describeMeasure } from '../templates/measure-expression.ts'
import { isManual } from './list-state.ts'
import type { ItemState } from './list-state.ts'

type ExplainedItem = Omit<ItemState, 'id'>

export interface ExplainedPrice {
  /** `YYYY-MM-DD`; null when the cost is not from a price book. */
  readonly effectiveFrom: string | null
}

/**
 * The calculation of an item's quantity and cost in one sentence, such as: `roof area = 21.94 squares; 21.94 ×
 * 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, rounded up to 76 PIECES, 0.58125 left over; 19.7 each from
 * the template.`
 */
export function explainItem(item: ExplainedItem, price: ExplainedPrice): string {
  return `${describeQuantity(item)}; ${describeCost(item, price)}.`
}

/** The measures that drive an item; null when it was added by hand. */
export function measureOf({ measure }: Pick<ItemState, 'measure'>): string | null {
  return measure.length === 0 ? null : describeMeasure(measure)
}

function describeQuantity(item: ExplainedItem): string {
  const needed = describeNeed(item)
  if (isManual(item, 'quantity')) {
    const byHand = `${item.quantity} ${item.quantityUnits} set by hand`
    return needed === undefined ? byHand : `${byHand} instead of ${needed}`
  }
  return isFixed(item)
    ? `${item.quantity} ${item.quantityUnits} for every job`
    : sentenceOf([needed, ...describeOrder(item)])
}

/** Describes measurement and calculated quantity; undefined when the item was added by its quantity. */
function describeNeed(item: ExplainedItem): string | undefined {
  const measurement = describeMeasurement(item)
  const { measurement: measured, calculatedQuantity } = item
  const calculation = describeCalculation(item)
  return measurement === undefined || calculation === ''
    ? measurement
    : `${measurement}; ${measured} ${calculation} = ${calculatedQuantity}`
}

function describeMeasurement(item: ExplainedItem): string | undefined {
  const measure = measureOf(item)
  const units = unitText(item)
  const computed =
    measure === null ? undefined : `${spaced(measure)} = ${item.computedMeasurement}${units}`
  if (!isManual(item, 'measurement')) return computed
  const byHand = `${item.measurement}${units} measured by hand`
  return computed === undefined ? byHand : `${byHand} instead of ${computed}`
}

function describeCalculation(item: ExplainedItem): string {
  const { wasteFactor, coverage } = item
  const waste = `× ${new Exact(wasteFactor).plus(1).toFixed()} (${percent(wasteFactor)} waste)`
  return [
    wasteFactor === 0 ? '' : waste,
    coverage === 1 ? '' : `÷ ${coverage}${unitText(item)} each`,
  ]
    .join(' ')
    .trim()
}

/** The steps from the need to the ordered quantity. */
function describeOrder(item: ExplainedItem): (string | undefined)[] {
  const { carriedIn, minimumQuantity, leftover, quantity, quantityUnits, rounding } = item
  const needed = new Exact(item.calculatedQuantity).minus(carriedIn)
  const isTooLittle = quantity > 0 && needed.lessThan(minimumQuantity ?? 0)
  const amount = isTooLittle ? new Exact(minimumQuantity ?? 0) : Exact.max(0, needed)
  const order = amount.equals(quantity) || rounding === 'exact' ? 'so' : describeRounding(item)
  return [
    carriedIn > 0 ? `less ${carriedIn} left over from the same product` : undefined,
    isTooLittle ? `at least ${minimumQuantity}` : undefined,
    `${order} ${quantity} ${quantityUnits}`,
    leftover > 0 ? `${leftover} left over` : undefined,
  ]
}

function describeRounding({ rounding, roundingStep }: ExplainedItem): string {
  return rounding === 'step' ? `in steps of ${roundingStep} rounded up to` : 'rounded up to'
}

/** Whether the quantity depends on no measurement. */
function isFixed(item: ExplainedItem): boolean {
  const isOfJob = item.measure.length > 0 && item.measure.every(({ measure }) => measure === 'job')
  const isPlain = describeCalculation(item) === '' && item.carriedIn === 0
  return isOfJob && isPlain && !isManual(item, 'measurement')
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

function unitText({ measurementUnits }: ExplainedItem): string {
  return measurementUnits === null ? '' : ` ${spaced(measurementUnits)}`
}

function spaced(words: string): string {
  return words.replaceAll('_', ' ')
}

function sentenceOf(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ')
}
