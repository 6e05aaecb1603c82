import type { AttentionDeliveriesQuery, AttentionOrdersQuery } from '../../generated/operations.ts'
import type { Messages } from '../../i18n/en.ts'
import type { WebhookState } from '../integrations/webhooks/webhook-state.ts'

/** A delivery that needs attention. */
export type Delivery = AttentionDeliveriesQuery['webhookDeliveries']['nodes'][number]
/** A distribution order that needs attention. */
export type SupplierOrder =
  AttentionOrdersQuery['projectManagementDistributionOrders']['nodes'][number]

/** The state of a delivery's webhook, and whether it keeps the order of events. */
export interface WebhookOfDelivery {
  readonly state: WebhookState
  readonly ordered: boolean
}

/** Why a delivery did not arrive yet. */
export function deliveryProblem(
  {
    state,
    nextAttemptAt,
    lastAttempt,
  }: Pick<Delivery, 'state' | 'nextAttemptAt'> & { readonly lastAttempt: object | null },
  webhook: WebhookOfDelivery | undefined,
): keyof Messages['attention']['deliveryProblems'] {
  if (webhook?.state === 'disabled' || webhook?.state === 'unverified') return webhook.state
  if (state === 'failed') return 'failed'
  if (webhook?.state === 'paused') return 'paused'
  if (nextAttemptAt === null) return webhook?.ordered === true ? 'behind' : 'sending'
  return lastAttempt === null ? 'waiting' : 'retrying'
}

/** Why a distribution order needs attention. */
export function orderProblem({
  state,
  status,
  failure,
  cancelRequestedAt,
}: Pick<
  SupplierOrder,
  'state' | 'status' | 'failure' | 'cancelRequestedAt'
>): keyof Messages['attention']['orderProblems'] {
  if (state === 'failed') return 'failed'
  if (cancelRequestedAt !== null) return 'cancelling'
  if (state === 'draft') return 'draft'
  if (status === 'needs_review') return 'review'
  return failure === null ? 'unwatched' : 'problem'
}

/** Since when a distribution order needs attention. */
export function troubledSince(
  order: Pick<SupplierOrder, 'state' | 'createdAt' | 'updatedAt' | 'cancelRequestedAt'>,
): string {
  if (order.state === 'failed') return order.updatedAt
  return order.cancelRequestedAt ?? (order.state === 'draft' ? order.createdAt : order.updatedAt)
}
