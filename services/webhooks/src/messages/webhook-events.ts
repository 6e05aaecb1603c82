import { distributionOrderDataSchema } from '@takeoff/contracts/distribution-order-events'
import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope } from '@takeoff/contracts/envelope'
import { orderDocumentDataSchema } from '@takeoff/contracts/order-document-events'
import { orderDataSchema } from '@takeoff/contracts/order-events'
import { productionListDataSchema } from '@takeoff/contracts/production-list-events'
import distributionOrder from '@takeoff/contracts/samples/distribution-order.state-changed.json' with { type: 'json' }
import orderDocument from '@takeoff/contracts/samples/order-document.state-changed.json' with { type: 'json' }
import order from '@takeoff/contracts/samples/order.state-changed.json' with { type: 'json' }
import listCreated from '@takeoff/contracts/samples/production-list.created.json' with { type: 'json' }
import listUpdated from '@takeoff/contracts/samples/production-list.updated.json' with { type: 'json' }
import {
  VERIFICATION_EVENT,
  webhookEvents,
  webhookPayloadSchemas,
} from '@takeoff/contracts/webhook-payloads'
import type {
  VerificationPayload,
  WebhookEvent,
  WebhookPayload,
  WebhookPayloadOf,
} from '@takeoff/contracts/webhook-payloads'

export { isWebhookEvent } from '@takeoff/contracts/webhook-payloads'
export { VERIFICATION_EVENT, webhookEvents }
export type { WebhookEvent }

const documentState =
  webhookPayloadSchemas['project-management-order-document-state-changed'].shape.state

interface Definition<Event extends WebhookEvent> {
  /** Whether a domain event is sent as this webhook event. */
  readonly reports: (envelope: Envelope) => boolean
  /** The domain event that `webhookTest` sends. */
  readonly sample: unknown
  /**
   * The JSON body: the documented fields and nothing else.
   * @param data the `data` of the domain event
   */
  readonly payload: (data: unknown, webhookId: number) => WebhookPayloadOf<Event>
}

const definitions: { readonly [Event in WebhookEvent]: Definition<Event> } = {
  'project-management-production-list-created': {
    reports: ({ name }) => name === 'production-list.created',
    sample: listCreated,
    payload: (data, webhookId) => ({
      ...listFields(data),
      event: 'project-management-production-list-created',
      webhook_id: webhookId,
    }),
  },
  'project-management-production-list-updated': {
    reports: ({ name }) => name === 'production-list.updated',
    sample: listUpdated,
    payload: (data, webhookId) => ({
      ...listFields(data),
      event: 'project-management-production-list-updated',
      webhook_id: webhookId,
    }),
  },
  'project-management-order-document-state-changed': {
    reports: ({ name, data }) =>
      name === 'order-document.state-changed' && documentState.safeParse(data.state).success,
    sample: orderDocument,
    payload: (data, webhookId) => {
      const document = orderDocumentDataSchema.parse(data)
      return {
        project_management_order_document_id: document.orderDocumentId,
        state: documentState.parse(document.state),
        project_management_production_list_id: document.productionListId,
        job_id: document.jobId,
        event: 'project-management-order-document-state-changed',
        webhook_id: webhookId,
      }
    },
  },
  // Not in the specification; its payload is like that of an order document.
  'project-management-order-state-changed': {
    reports: ({ name }) => name === 'order.state-changed',
    sample: order,
    payload: (data, webhookId) => {
      const { orderId, state, productionListId, jobId } = orderDataSchema.parse(data)
      return {
        project_management_order_id: orderId,
        state,
        project_management_production_list_id: productionListId,
        job_id: jobId,
        event: 'project-management-order-state-changed',
        webhook_id: webhookId,
      }
    },
  },
  'distribution-order-state-changed': {
    reports: ({ name }) => name === 'distribution-order.state-changed',
    sample: distributionOrder,
    // The specification has the first three keys; the others are added so that all events can be read alike.
    payload: (data, webhookId) => {
      const ordered = distributionOrderDataSchema.parse(data)
      return {
        event: 'distribution-order-state-changed',
        distribution_order_id: ordered.distributionOrderId,
        state: ordered.state,
        webhook_id: webhookId,
        project_management_production_list_id: ordered.productionListId,
        job_id: ordered.jobId,
      }
    },
  },
}

/** The webhook event of a domain event, or undefined if it has none. */
export function webhookEventOf(envelope: Envelope): WebhookEvent | undefined {
  return webhookEvents.find((event) => definitions[event].reports(envelope))
}

/**
 * The JSON body of an event.
 * @param data the `data` of the domain event
 */
export function payloadOf(event: WebhookEvent, data: unknown, webhookId: number): WebhookPayload {
  return definitions[event].payload(data, webhookId)
}

/** The body of the handshake. */
export function verificationPayload(code: string, webhookId: number): VerificationPayload {
  return { event: VERIFICATION_EVENT, code, webhook_id: webhookId }
}

/** The domain event that `webhookTest` sends: the sample from the tests of the contracts. */
export function sampleEventOf(event: WebhookEvent): Envelope {
  return parseEnvelope(definitions[event].sample)
}

function listFields(data: unknown) {
  const list = productionListDataSchema.parse(data)
  return {
    project_management_production_list_id: list.productionListId,
    sales_opportunity_id: list.salesOpportunityId,
    job_id: list.jobId,
  }
}
