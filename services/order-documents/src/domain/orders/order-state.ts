export const CANCEL_REASON_LENGTH_MAX = 500

export const ORDER_STATES = ['placed', 'cancelled', 'replaced'] as const

/** Only what is placed counts as ordered; another order has taken the place of a replaced one. */
export type OrderState = (typeof ORDER_STATES)[number]
