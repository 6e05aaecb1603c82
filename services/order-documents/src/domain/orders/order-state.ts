export const CANCEL_REASON_LENGTH_MAX = 500

/** Only what is placed counts as ordered; another order has taken the place of a replaced one. */
export type OrderState = 'placed' | 'cancelled' | 'replaced'
