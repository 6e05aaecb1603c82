import { ref } from './json-reference.ts'
import { sentPayloads } from './webhook-messages.ts'

/** The requests to receivers, as `webhooks` of the OpenAPI document, by event. */
export function openapiWebhooks(): object {
  return Object.fromEntries(
    sentPayloads.map(({ name, schema }) => [
      name,
      {
        post: {
          tags: ['Webhooks'],
          summary: schema.description,
          security: [],
          parameters: ['webhookId', 'webhookTimestamp', 'webhookSignature'].map((header) =>
            ref('parameters', header),
          ),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `webhooks/schemas/${name}.json` } } },
          },
          responses: {
            '2XX': {
              description: 'Received. Anything else, or no response in time, is tried again.',
            },
          },
        },
      },
    ]),
  )
}
