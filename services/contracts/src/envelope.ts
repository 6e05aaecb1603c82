import { z } from 'zod'
import { parseContract } from './contract-error.ts'
import { distributionOrderDataSchema } from './distribution-order-events.ts'
import { integerId, shortText, uuid } from './identifiers.ts'
import { orderDocumentDataSchema } from './order-document-events.ts'
import { orderDataSchema } from './order-events.ts'
import { productionListDataSchema } from './production-list-events.ts'

const header = {
  id: uuid.describe(
    'UUID v7 of the event. A receiver that has already processed it drops the repetition.',
  ),
  version: z.literal(1).describe('Of the shape of this event.'),
  occurredAt: z.iso.datetime().describe('When it was committed, in UTC with milliseconds.'),
  orgId: integerId.describe('The organization that it happened in.'),
  trace: z
    .string()
    .nullable()
    .describe('`traceparent` (W3C Trace Context) of the request that caused it.'),
}

interface EventDefinition<Type extends string, Data extends z.ZodType> {
  readonly aggregate: Type
  readonly data: Data
  readonly description: string
}

const event = <Name extends string, Type extends string, Data extends z.ZodType>(
  name: Name,
  { aggregate, data, description }: EventDefinition<Type, Data>,
) =>
  z
    .object({
      ...header,
      name: z.literal(name),
      aggregate: z
        .object({
          type: z.literal(aggregate).describe('What kind of thing it happened to.'),
          id: shortText.describe('Which one.'),
          sequence: z.int().min(1).describe('Grows by one with each event of this aggregate.'),
        })
        .describe('What it happened to.'),
      data,
    })
    .meta({ title: name, description })

/** One message between services. Every transport carries this JSON unchanged. */
export const envelopeSchema = z.discriminatedUnion('name', [
  event('production-list.created', {
    aggregate: 'production-list',
    data: productionListDataSchema,
    description: 'A material list was created.',
  }),
  event('production-list.updated', {
    aggregate: 'production-list',
    data: productionListDataSchema,
    description: 'A material list has a new version; the sequence is that version.',
  }),
  event('order-document.state-changed', {
    aggregate: 'order-document',
    data: orderDocumentDataSchema,
    description: 'A document of an order is complete, or has failed.',
  }),
  event('order.state-changed', {
    aggregate: 'order',
    data: orderDataSchema,
    description: 'An order was cancelled, replaced or changed.',
  }),
  event('distribution-order.state-changed', {
    aggregate: 'distribution-order',
    data: distributionOrderDataSchema,
    description: 'An order in a supplier’s order system was made or changed its state.',
  }),
])

export type Envelope = z.infer<typeof envelopeSchema>
export type EventName = Envelope['name']
export type EnvelopeOf<Name extends EventName> = Extract<Envelope, { name: Name }>

/**
 * Parses a message of another service. Unknown keys are dropped.
 * @throws ContractError naming each violation by its path
 */
export function parseEnvelope(json: unknown): Envelope {
  return parseContract(envelopeSchema, 'the event envelope', json)
}
