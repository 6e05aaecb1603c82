import type { OrderHeadFragment } from '../../generated/operations.ts'

/**
 * The state to show: that of the distribution order where the supplier has the order, else its own. A failure at the
 * supplier cancels the order; it is shown as failed.
 */
export function shownStateOf({
  state,
  distributionOrder,
}: Pick<OrderHeadFragment, 'state' | 'distributionOrder'>): string {
  if (state === 'placed') return distributionOrder?.state ?? state
  return state === 'cancelled' && distributionOrder?.state === 'failed' ? 'failed' : state
}
