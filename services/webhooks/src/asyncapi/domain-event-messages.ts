import { envelopeSchema } from '@takeoff/contracts/envelope'
import { invariant } from '@takeoff/kit/values/invariant'
import { sampleEventOf, webhookEventOf, webhookEvents } from '../messages/webhook-events.ts'
import { draft7Of } from '../messages/json-schemas.ts'
import { ref } from './json-reference.ts'

/** The envelopes of domain events. */
export function domainEventMessages(): { readonly messages: object; readonly schemas: object } {
  const samples = webhookEvents.map(sampleEventOf)
  const events = envelopeSchema.options.map((schema) => {
    const name = schema.shape.name.value
    const example = samples.find((sample) => sample.name === name)
    invariant(example !== undefined, `there is no sample of ${name}`)
    return { name, schema, example }
  })
  return {
    messages: Object.fromEntries(
      events.map(({ name, schema, example }) => [
        name,
        {
          name,
          title: name,
          summary: schema.description,
          description: `Sent as the webhook event ${webhookEventOf(example)}.`,
          contentType: 'application/json',
          payload: ref('schemas', name),
          correlationId: { location: '$message.payload#/id' },
          bindings: { amqp: { messageType: name, bindingVersion: '0.3.0' } },
          examples: [{ payload: example }],
        },
      ]),
    ),
    schemas: Object.fromEntries(events.map(({ name, schema }) => [name, draft7Of(schema)])),
  }
}
