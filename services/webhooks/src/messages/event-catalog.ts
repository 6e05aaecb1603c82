import { webhookPayloadSchemas } from '@takeoff/contracts/webhook-payloads'
import type { WebhookPayload } from '@takeoff/contracts/webhook-payloads'
import { payloadOf } from './payloads.ts'
import { jsonSchemaOf } from './json-schemas.ts'
import { sampleEventOf } from './sample-events.ts'
import { webhookEvents } from './webhook-events.ts'
import type { WebhookEvent } from './webhook-events.ts'

const EXAMPLE_WEBHOOK_ID = 17

/** An event that can be chosen, as receivers want to know it. */
export interface WebhookEventType {
  readonly name: WebhookEvent
  /** When it is sent. */
  readonly description: string
  /** What `webhookTest` sends to an organization without such an event. */
  readonly example: WebhookPayload
  /** JSON Schema (draft 2020-12) of the payload; keys it does not name are allowed. */
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
