export const CANCEL_REASON_LENGTH_MAX = 500

export const ORDER_STATES = ['placed', 'cancelled', 'replaced'] as const

/** Only a placed order counts as ordered; a replaced one was superseded by another order. */
export type OrderState = (typeof ORDER_STATES)[number]
