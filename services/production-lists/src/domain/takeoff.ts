import { Exact } from './exact.ts'

/** `whole` orders whole packages, `exact` keeps the calculated quantity (labor by the square). */
export type Rounding = 'whole' | 'exact'

export interface TakeoffLine {
  /** In measurement units: squares, linear feet or pieces. */
  readonly measurement: Exact
  /** Measurement units that one quantity unit covers. */
  readonly coverage: Exact
  /** A fraction: 0.1 orders ten per cent more. */
  readonly wasteFactor: Exact
  readonly rounding: Rounding
}

export type Takeoff =
  | { readonly kind: 'counted'; readonly calculatedQuantity: Exact; readonly quantity: Exact }
  | {
      readonly kind: 'rejected'
      readonly reason: 'negative-measurement' | 'coverage-not-positive' | 'negative-waste'
    }

/**
 * `calculatedQuantity = measurement × (1 + wasteFactor) ÷ coverage`, to 5 decimals half-even;
 * the quantity is rounded up from that published figure, so a reader can repeat the step.
 */
export function takeOff(line: TakeoffLine): Takeoff {
  if (line.measurement.lessThan(0)) return { kind: 'rejected', reason: 'negative-measurement' }
  if (!line.coverage.greaterThan(0)) return { kind: 'rejected', reason: 'coverage-not-positive' }
  if (line.wasteFactor.lessThan(0)) return { kind: 'rejected', reason: 'negative-waste' }

  // Multiplying before dividing keeps the product exact and leaves one division to round.
  const calculatedQuantity = line.measurement
    .times(line.wasteFactor.plus(1))
    .div(line.coverage)
    .toDecimalPlaces(5, Exact.ROUND_HALF_EVEN)
  return { kind: 'counted', calculatedQuantity, quantity: round(calculatedQuantity, line.rounding) }
}

/** The quantity to order for a calculated one. */
export function round(calculatedQuantity: Exact, rounding: Rounding): Exact {
  return rounding === 'whole' ? calculatedQuantity.ceil() : calculatedQuantity
}
