/** draft: known to us alone; submitted: the provider has it; acknowledged: it works on it. */
export const DISTRIBUTION_ORDER_STATES = [
  'draft',
  'submitted',
  'acknowledged',
  'delivered',
  'failed',
  'cancelled',
] as const

export type DistributionOrderState = (typeof DISTRIBUTION_ORDER_STATES)[number]

/** All that decides on what to do next with an order that a provider is to deliver. */
export interface DistributionOrder {
  readonly state: DistributionOrderState
  readonly createdAt: Date
  /** Lines of the order; at least 1. */
  readonly lineCount: number
  /** How often it was sent, or tried to be. */
  readonly attempts: number
  /**
   * When it was last sent, written before the request goes out. Null as soon as it is known what came of
   * it: while it is set, the provider may or may not have the order.
   */
  readonly submitAttemptedAt: Date | null
  readonly submittedAt: Date | null
  readonly cancelRequestedAt: Date | null
  readonly confirmationNumber: string | null
  /** In the provider's own word. */
  readonly rawStatus: string | null
  /** Why it failed; before that, what last went wrong with it. */
  readonly failure: string | null
  /** When to look at it again; null: never. */
  readonly nextAttemptAt: Date | null
}

export type Step =
  /** Send it: the provider surely does not have it. */
  | { readonly kind: 'submit' }
  /** Ask the provider for it: whether it arrived, or how far it is. */
  | { readonly kind: 'find' }
  | { readonly kind: 'cancel' }
  /** Cancel it here: nobody else knows it. */
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'nothing' }

/**
 * What to do with an order that is due. An order whose last attempt has no known outcome is never sent but
 * looked up, whatever else is true of it.
 */
export function nextStep(order: DistributionOrder, canCancel: boolean): Step {
  switch (order.state) {
    case 'draft':
      if (order.submitAttemptedAt !== null) return { kind: 'find' }
      return { kind: order.cancelRequestedAt === null ? 'submit' : 'withdraw' }
    case 'submitted':
    case 'acknowledged':
      return { kind: order.cancelRequestedAt !== null && canCancel ? 'cancel' : 'find' }
    case 'delivered':
    case 'failed':
    case 'cancelled':
      return { kind: 'nothing' }
    default:
      throw new Error(`unknown state: ${JSON.stringify(order.state satisfies never)}`)
  }
}

/** Nothing more comes of it. */
export function isFinal(state: DistributionOrderState): boolean {
  return state === 'delivered' || state === 'failed' || state === 'cancelled'
}
