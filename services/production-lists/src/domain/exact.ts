import { Decimal } from 'decimal.js'

/**
 * Decimals of the takeoff. 40 significant digits: the widest product (measurement × waste, 22 digits)
 * divided by a coverage keeps more than enough decimals for one rounding at the end.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })
export type Exact = Decimal
