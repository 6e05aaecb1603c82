import {
  verificationPayloadSchema,
  webhookPayloadSchemas,
} from '@takeoff/contracts/webhook-payloads'
import type { z } from 'zod'
import { eventCatalog, EXAMPLE_WEBHOOK_ID } from '../messages/event-catalog.ts'
import { VERIFICATION_EVENT, verificationPayload } from '../messages/webhook-events.ts'
import { draft7Of } from '../messages/json-schemas.ts'
import { ref } from './json-reference.ts'

const EXAMPLE_CODE = 'p4Vq0wYJtq2h1mZr8sLk5nXc7uBd3eGf'

interface Sent {
  readonly name: string
  readonly schema: z.ZodType
  readonly example: unknown
}

/** Every body that is posted to a subscription. */
export const sentPayloads: readonly Sent[] = [
  ...eventCatalog.map(({ name, example }) => ({
    name,
    schema: webhookPayloadSchemas[name],
    example,
  })),
  {
    name: VERIFICATION_EVENT,
    schema: verificationPayloadSchema,
    example: verificationPayload(EXAMPLE_CODE, EXAMPLE_WEBHOOK_ID),
  },
]

export function webhookMessages(): { readonly messages: object; readonly schemas: object } {
  return {
    messages: Object.fromEntries(
      sentPayloads.map(({ name, schema, example }) => [
        name,
        {
          name,
          title: name,
          summary: schema.description,
          contentType: 'application/json',
          headers: ref('schemas', 'webhookHeaders'),
          payload: ref('schemas', name),
          correlationId: { location: '$message.header#/webhook-id' },
          examples: [{ payload: example }],
        },
      ]),
    ),
    schemas: Object.fromEntries(sentPayloads.map(({ name, schema }) => [name, draft7Of(schema)])),
  }
}
