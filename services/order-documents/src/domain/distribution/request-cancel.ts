import { assertNever } from '@takeoff/kit/values/invariant'
import type { KnownProvider } from './provider.ts'
import type { DistributionOrder } from './distribution-order.ts'
import { cancel } from './outcome.ts'

export type CancelRequest =
  | { readonly kind: 'accepted'; readonly order: DistributionOrder }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * A draft without an open attempt is cancelled here; any other order only by the provider. An order that is cancelled
 * already is accepted as it is, because a client repeats a request whose response was lost.
 */
export function requestCancel(
  order: DistributionOrder,
  now: Date,
  provider: Pick<KnownProvider, 'name' | 'canCancel'>,
): CancelRequest {
  switch (order.state) {
    case 'draft':
      return order.submitAttemptedAt === null
        ? accept(cancel({ ...order, cancelRequestedAt: now }).order)
        : accept(withRequest(order, now))
    case 'submitted':
    case 'acknowledged':
      if (provider.canCancel) return accept(withRequest(order, now))
      return refuse(
        `${provider.name} takes no cancellations once it has an order. Call the branch, and name the confirmation number.`,
      )
    case 'delivered':
      return refuse('The order was delivered. Arrange a return with the supplier.')
    case 'failed':
      return refuse('The order failed: there is nothing to cancel.')
    case 'cancelled':
      return accept(order)
    default:
      return assertNever(order.state, 'state')
  }
}

/** A repeated request changes nothing while the first is pending. */
function withRequest(order: DistributionOrder, now: Date): DistributionOrder {
  return order.cancelRequestedAt === null
    ? { ...order, cancelRequestedAt: now, nextAttemptAt: now }
    : order
}

function accept(order: DistributionOrder): CancelRequest {
  return { kind: 'accepted', order }
}

function refuse(reason: string): CancelRequest {
  return { kind: 'refused', reason }
}
