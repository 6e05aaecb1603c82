import { z } from 'zod'
import { integerId, uuid } from './identifiers.ts'

const productionListId = integerId.describe(
  'The material list: `id` of `projectManagementProductionListById`.',
)
const jobId = integerId.describe('The job: `jobId` of `projectManagementProductionList`.')
const webhookId = integerId.describe(
  'The subscription: `id` of `webhook`. The same in everything that it is sent.',
)

/** The event as a constant, so that receivers can distinguish payloads. */
const event = <Name extends string>(name: Name) =>
  z.literal(name).describe('Which event this is: always this word.')

const payload = <Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  description: string,
  shape: Shape,
) =>
  z
    .object({ ...shape, event: event(name), webhook_id: webhookId })
    .meta({ title: name, description })

const ofList = {
  project_management_production_list_id: productionListId,
  sales_opportunity_id: integerId.describe(
    'The sales opportunity of the job: `salesOpportunity { id }` of the list.',
  ),
  job_id: jobId,
}

/**
 * The JSON bodies of all events that a subscription can select: those of section 6 of the specification, and
 * that of orders. Later versions may add keys, so receivers ignore unknown ones.
 */
export const webhookPayloadSchemas = {
  'project-management-production-list-created': payload(
    'project-management-production-list-created',
    'A material list was created.',
    ofList,
  ),
  'project-management-production-list-updated': payload(
    'project-management-production-list-updated',
    'A material list was changed: its name, items, quantities, prices or discount, or it was recomputed, repriced or sold.',
    ofList,
  ),
  'project-management-order-document-state-changed': payload(
    'project-management-order-document-state-changed',
    'A document of a material or labor order is complete. Nothing is sent when a CSV finishes, or when a document failed.',
    {
      project_management_order_document_id: uuid.describe(
        'The document: one of `orderDocumentIds` of `projectManagementOrderDocuments`.',
      ),
      state: z
        .literal('complete')
        .describe('Its state. Only `complete` is sent: its PDF and CSV can be fetched.'),
      project_management_production_list_id: productionListId,
      job_id: jobId,
    },
  ),
  'project-management-order-state-changed': payload(
    'project-management-order-state-changed',
    'An order was cancelled, replaced or changed: by a change order, by its vendor, or because its distribution order changed.',
    {
      project_management_order_id: uuid.describe('The order: `id` of `projectManagementOrder`.'),
      state: z
        .string()
        .min(1)
        .meta({
          description:
            'Its state after the change: `placed`, `cancelled` or `replaced`; later versions may add words.',
          examples: ['cancelled'],
        }),
      project_management_production_list_id: productionListId,
      job_id: jobId,
    },
  ),
  'distribution-order-state-changed': z
    .object({
      event: event('distribution-order-state-changed'),
      distribution_order_id: uuid.describe(
        'The order at the supplier: `id` of `projectManagementDistributionOrder`.',
      ),
      state: z
        .string()
        .min(1)
        .meta({
          description:
            'Its new state: `draft`, `submitted`, `acknowledged`, `delivered`, `failed` or `cancelled`; later versions may add words. Act on `submitted`: the supplier has the order.',
          examples: ['submitted'],
        }),
      webhook_id: webhookId,
      project_management_production_list_id: productionListId,
      job_id: jobId,
    })
    .meta({
      title: 'distribution-order-state-changed',
      description: 'An order in a supplier’s order system was made or changed its state.',
    }),
}

/** The handshake. It is sent to every new URL and cannot be selected. */
export const VERIFICATION_EVENT = 'webhook-verification-code'

export const verificationPayloadSchema = z
  .object({
    event: event(VERIFICATION_EVENT),
    code: z.string().min(1).describe('What `webhookVerify` is to be given, within 24 hours.'),
    webhook_id: webhookId,
  })
  .meta({
    title: VERIFICATION_EVENT,
    description: 'The subscription is new or has a new url, which is to be verified.',
  })

/** The name of an event that a subscription may select. */
export type WebhookEvent = keyof typeof webhookPayloadSchemas

/** Events that a subscription may select: the event values of the specification, and that of orders. */
export const webhookEvents = Object.keys(webhookPayloadSchemas) as readonly WebhookEvent[]

/** Whether a subscription may select an event of this name. */
export function isWebhookEvent(name: string): name is WebhookEvent {
  return webhookEvents.some((event) => event === name)
}

/** The JSON body of a webhook of one event. */
export type WebhookPayloadOf<Event extends WebhookEvent> = Readonly<
  z.infer<(typeof webhookPayloadSchemas)[Event]>
>
/** The JSON body of the message that verifies a url. */
export type VerificationPayload = Readonly<z.infer<typeof verificationPayloadSchema>>
/** The JSON body of any webhook. */
export type WebhookPayload = WebhookPayloadOf<WebhookEvent> | VerificationPayload
