import type { Exact } from './exact.ts'
import { measure } from './measure-expression.ts'
import type { MeasureExpression } from './measure-expression.ts'
import type { Measurements } from './measurements.ts'
import { priceLine } from './line-price.ts'
import type { LinePrice } from './line-price.ts'
import { takeOff } from './takeoff.ts'
import type { Rounding } from './takeoff.ts'

/** What a template line says about an item, its waste factor already chosen. */
export interface ItemRule {
  readonly measure: MeasureExpression
  readonly coverage: Exact
  readonly wasteFactor: Exact
  readonly rounding: Rounding
  readonly unitCost: Exact
  readonly taxPercent: Exact
  readonly markup: Exact
}

export interface ComputedItem extends LinePrice {
  readonly measurement: Exact
  readonly calculatedQuantity: Exact
  readonly quantity: Exact
}

/** The item a template line becomes on a measured property. */
export function computeItem(rule: ItemRule, measured: Measurements): ComputedItem {
  const measurement = measure(rule.measure, measured)
  const takeoff = takeOff({ ...rule, measurement })
  if (takeoff.kind === 'rejected') {
    throw new Error(`A saved template line cannot be computed: ${takeoff.reason}`)
  }

  const { calculatedQuantity, quantity } = takeoff
  return { measurement, calculatedQuantity, quantity, ...priceLine({ ...rule, quantity }) }
}
