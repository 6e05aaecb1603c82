import { DISTRIBUTION_ORDER_STATE_CHANGED } from '@takeoff/contracts/distribution-order-events'
import type { Envelope } from '@takeoff/contracts/envelope'
import { ORDER_DOCUMENT_STATE_CHANGED } from '@takeoff/contracts/order-document-events'
import {
  PRODUCTION_LIST_CREATED,
  PRODUCTION_LIST_UPDATED,
} from '@takeoff/contracts/production-list-events'
import type { WebhookEvent } from '@takeoff/contracts/webhook-payloads'

export {
  isWebhookEvent,
  VERIFICATION_EVENT,
  webhookEvents,
} from '@takeoff/contracts/webhook-payloads'
export type { WebhookEvent }

/** The webhook event of a domain event, or undefined if it has none. */
export function webhookEventOf(envelope: Envelope): WebhookEvent | undefined {
  switch (envelope.name) {
    case PRODUCTION_LIST_CREATED:
      return 'project-management-production-list-created'
    case PRODUCTION_LIST_UPDATED:
      return 'project-management-production-list-updated'
    case ORDER_DOCUMENT_STATE_CHANGED:
      return envelope.data.state === 'complete'
        ? 'project-management-order-document-state-changed'
        : undefined
    case DISTRIBUTION_ORDER_STATE_CHANGED:
      return 'distribution-order-state-changed'
    default:
      return envelope satisfies never
  }
}
