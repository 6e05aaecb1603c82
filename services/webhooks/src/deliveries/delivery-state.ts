/**
 * pending: an attempt is due, under way or waits for its time · delivered: answered with 2xx ·
 * failed: every attempt was used, or the subscription was disabled; can be sent again ·
 * cancelled: a handshake that a newer one replaces.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** Pending deliveries are in the table `delivery`, all others in `finished_delivery`. */
export type FinishedState = Exclude<DeliveryState, 'pending'>
