import { assertNever } from '@takeoff/kit/values/invariant'

/** draft: not known to be with the provider; submitted: the provider has it; acknowledged: it works on it. */
export const DISTRIBUTION_ORDER_STATES = [
  'draft',
  'submitted',
  'acknowledged',
  'delivered',
  'failed',
  'cancelled',
] as const

export type DistributionOrderState = (typeof DISTRIBUTION_ORDER_STATES)[number]

/** The account of an order that may have been sent when its vendor was connected later than the database knows. */
export const UNKNOWN_ACCOUNT = ''

/** The state that decides the next step of an order that a provider is to deliver. */
export interface DistributionOrder {
  readonly state: DistributionOrderState
  readonly createdAt: Date
  /** Lines of the order; at least 1. */
  readonly lineCount: number
  /** Ids of the lines that the provider has refused so far. */
  readonly refusedLineIds: readonly string[]
  /** Number of attempts to send it. */
  readonly attempts: number
  /**
   * When it was last sent, written before the request goes out. Null as soon as the outcome is known:
   * while it is set, the provider may or may not have the order.
   */
  readonly submitAttemptedAt: Date | null
  readonly submittedAt: Date | null
  readonly cancelRequestedAt: Date | null
  readonly confirmationNumber: string | null
  /** In the provider's own word. */
  readonly rawStatus: string | null
  /** Why it failed; before that, its last error. */
  readonly failure: string | null
  /** When it is due again; null: never. */
  readonly nextAttemptAt: Date | null
}

export type Step =
  /** Send it: the provider surely does not have it. */
  | { readonly kind: 'submit' }
  /** Look it up at the provider: whether it arrived, or its status. */
  | { readonly kind: 'find' }
  | { readonly kind: 'cancel' }
  /** Cancel it here: the provider does not have it. */
  | { readonly kind: 'cancel-here' }
  | { readonly kind: 'nothing' }

/**
 * The next step of an order that is due. An order whose last attempt has no known outcome is never sent but
 * looked up, whatever its other state.
 */
export function nextStep(order: DistributionOrder, canCancel: boolean): Step {
  switch (order.state) {
    case 'draft':
      if (order.submitAttemptedAt !== null) return { kind: 'find' }
      return { kind: order.cancelRequestedAt === null ? 'submit' : 'cancel-here' }
    case 'submitted':
    case 'acknowledged':
      return { kind: order.cancelRequestedAt !== null && canCancel ? 'cancel' : 'find' }
    case 'delivered':
    case 'failed':
    case 'cancelled':
      return { kind: 'nothing' }
    default:
      return assertNever(order.state, 'state')
  }
}

/** The state is final. */
export function isFinal(state: DistributionOrderState): boolean {
  return state === 'delivered' || state === 'failed' || state === 'cancelled'
}
