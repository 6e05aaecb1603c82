import { Exact } from '../exact.ts'
import { QUANTITY } from '../limits.ts'

/**
 * `whole` orders whole packages, `step` rounds up to the next multiple of a step (labor by the quarter
 * square), `exact` keeps the calculated quantity.
 */
export type Rounding = 'whole' | 'step' | 'exact'

export interface TakeoffLine {
  /** In measurement units: squares, linear feet or pieces. */
  readonly measurement: Exact
  /** Measurement units that one quantity unit covers. */
  readonly coverage: Exact
  /** A fraction: 0.1 orders ten per cent more. */
  readonly wasteFactor: Exact
}

export interface RoundingRule {
  readonly rounding: Rounding
  /** In quantity units; null unless the rounding is `step`. */
  readonly roundingStep: number | null
}

/**
 * `measurement × (1 + wasteFactor) ÷ coverage`, in quantity units. No value is negative and the coverage is above 0:
 * both are checked when lines and measurements are saved.
 */
export function needOf({ measurement, coverage, wasteFactor }: TakeoffLine): Exact {
  // Multiplying before dividing keeps the product exact and leaves one division to round.
  return measurement.times(wasteFactor.plus(1)).div(coverage)
}

/** A need as it is published: to 5 decimals half-even. */
export function published(need: Exact): Exact {
  return need.toDecimalPlaces(QUANTITY.decimalsMax, Exact.ROUND_HALF_EVEN)
}

/** The quantity to order. It is rounded from the published figure, so that a reader can repeat the step. */
export function roundUp(quantity: Exact, { rounding, roundingStep }: RoundingRule): Exact {
  if (rounding === 'exact') return quantity
  if (rounding === 'whole') return quantity.ceil()
  const step = new Exact(roundingStep ?? 1)
  return quantity.div(step).ceil().times(step)
}
