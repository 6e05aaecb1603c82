import type { OrderHeadFragment } from '../../generated/operations.ts'

/**
 * How far an order is: with its supplier where it went there, else by itself. One that failed there was cancelled by
 * that, which is told as the failure that it is.
 */
export function shownStateOf({
  state,
  distributionOrder,
}: Pick<OrderHeadFragment, 'state' | 'distributionOrder'>): string {
  if (state === 'placed') return distributionOrder?.state ?? state
  return state === 'cancelled' && distributionOrder?.state === 'failed' ? 'failed' : state
}
