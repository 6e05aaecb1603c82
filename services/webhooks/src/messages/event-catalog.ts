import { webhookPayloadSchemas } from '@takeoff/contracts/webhook-payloads'
import type { WebhookPayload } from '@takeoff/contracts/webhook-payloads'
import { jsonSchemaOf } from './json-schemas.ts'
import { payloadOf, sampleEventOf, webhookEvents } from './webhook-events.ts'
import type { WebhookEvent } from './webhook-events.ts'

export const EXAMPLE_WEBHOOK_ID = 17

/** A selectable event, as described to receivers. */
export interface WebhookEventType {
  readonly name: WebhookEvent
  /** When it is sent. */
  readonly description: string
  /** Payload that `webhookTest` sends to an organization without such an event. */
  readonly example: WebhookPayload
  /** JSON Schema (draft 2020-12) of the payload; additional keys are allowed. */
  readonly schema: object
}

export const eventCatalog: readonly WebhookEventType[] = webhookEvents.map((name) => {
  const schema = webhookPayloadSchemas[name]
  return {
    name,
    description: schema.description ?? '',
    example: payloadOf(name, sampleEventOf(name).data, EXAMPLE_WEBHOOK_ID),
    schema: jsonSchemaOf(schema),
  }
})
