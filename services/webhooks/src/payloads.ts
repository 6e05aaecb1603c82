import { distributionOrderDataSchema } from '@takeoff/contracts/distribution-order-events'
import { orderDocumentDataSchema } from '@takeoff/contracts/order-document-events'
import { productionListDataSchema } from '@takeoff/contracts/production-list-events'
import { VERIFICATION_EVENT } from './webhook-events.ts'
import type { WebhookEvent } from './webhook-events.ts'

export type Payload = Readonly<Record<string, string | number>>

/**
 * The JSON body of an event: the specification's fields (section 6) and nothing else.
 * @param data the `data` of the domain event
 */
export function payloadOf(event: WebhookEvent, data: unknown, webhookId: number): Payload {
  switch (event) {
    case 'project-management-production-list-created':
    case 'project-management-production-list-updated':
      return productionListPayload(event, data, webhookId)
    case 'project-management-order-document-state-changed':
      return orderDocumentPayload(event, data, webhookId)
    case 'distribution-order-state-changed':
      return distributionOrderPayload(event, data, webhookId)
    default:
      return event satisfies never
  }
}

/** The body of the handshake. */
export function verificationPayload(code: string, webhookId: number): Payload {
  return { event: VERIFICATION_EVENT, code, webhook_id: webhookId }
}

function productionListPayload(event: WebhookEvent, data: unknown, webhookId: number): Payload {
  const list = productionListDataSchema.parse(data)
  return {
    project_management_production_list_id: list.productionListId,
    sales_opportunity_id: list.salesOpportunityId,
    job_id: list.jobId,
    event,
    webhook_id: webhookId,
  }
}

function orderDocumentPayload(event: WebhookEvent, data: unknown, webhookId: number): Payload {
  const document = orderDocumentDataSchema.parse(data)
  return {
    project_management_order_document_id: document.orderDocumentId,
    state: document.state,
    project_management_production_list_id: document.productionListId,
    job_id: document.jobId,
    event,
    webhook_id: webhookId,
  }
}

/** The specification has the first three; the others are added so that all events can be read alike. */
function distributionOrderPayload(event: WebhookEvent, data: unknown, webhookId: number): Payload {
  const order = distributionOrderDataSchema.parse(data)
  return {
    event,
    distribution_order_id: order.distributionOrderId,
    state: order.state,
    webhook_id: webhookId,
    project_management_production_list_id: order.productionListId,
    job_id: order.jobId,
  }
}
