import { distributionOrderDataSchema } from '@takeoff/contracts/distribution-order-events'
import { orderDocumentDataSchema } from '@takeoff/contracts/order-document-events'
import { productionListDataSchema } from '@takeoff/contracts/production-list-events'
import { webhookPayloadSchemas } from '@takeoff/contracts/webhook-payloads'
import type {
  VerificationPayload,
  WebhookEvent,
  WebhookPayload,
  WebhookPayloadOf,
} from '@takeoff/contracts/webhook-payloads'
import { VERIFICATION_EVENT } from './webhook-events.ts'

type ListEvent =
  'project-management-production-list-created' | 'project-management-production-list-updated'
const DOCUMENT_EVENT = 'project-management-order-document-state-changed'
const DISTRIBUTION_EVENT = 'distribution-order-state-changed'
const documentState = webhookPayloadSchemas[DOCUMENT_EVENT].shape.state

/**
 * The JSON body of an event: the specification's fields (section 6) and nothing else.
 * @param data the `data` of the domain event
 */
export function payloadOf(event: WebhookEvent, data: unknown, webhookId: number): WebhookPayload {
  switch (event) {
    case 'project-management-production-list-created':
    case 'project-management-production-list-updated':
      return productionListPayload(event, data, webhookId)
    case DOCUMENT_EVENT:
      return orderDocumentPayload(data, webhookId)
    case DISTRIBUTION_EVENT:
      return distributionOrderPayload(data, webhookId)
    default:
      return event satisfies never
  }
}

/** The body of the handshake. */
export function verificationPayload(code: string, webhookId: number): VerificationPayload {
  return { event: VERIFICATION_EVENT, code, webhook_id: webhookId }
}

function productionListPayload<Event extends ListEvent>(
  event: Event,
  data: unknown,
  webhookId: number,
) {
  const list = productionListDataSchema.parse(data)
  return {
    project_management_production_list_id: list.productionListId,
    sales_opportunity_id: list.salesOpportunityId,
    job_id: list.jobId,
    event,
    webhook_id: webhookId,
  }
}

function orderDocumentPayload(
  data: unknown,
  webhookId: number,
): WebhookPayloadOf<typeof DOCUMENT_EVENT> {
  const document = orderDocumentDataSchema.parse(data)
  return {
    project_management_order_document_id: document.orderDocumentId,
    state: documentState.parse(document.state),
    project_management_production_list_id: document.productionListId,
    job_id: document.jobId,
    event: DOCUMENT_EVENT,
    webhook_id: webhookId,
  }
}

/** The specification has the first three keys; the others are added so that all events can be read alike. */
function distributionOrderPayload(
  data: unknown,
  webhookId: number,
): WebhookPayloadOf<typeof DISTRIBUTION_EVENT> {
  const order = distributionOrderDataSchema.parse(data)
  return {
    event: DISTRIBUTION_EVENT,
    distribution_order_id: order.distributionOrderId,
    state: order.state,
    webhook_id: webhookId,
    project_management_production_list_id: order.productionListId,
    job_id: order.jobId,
  }
}
