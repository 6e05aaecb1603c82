import { z } from 'zod'
import { ContractError } from './contract-error.ts'
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

const aggregate = <Type extends string>(type: Type) =>
  z
    .object({
      type: z.literal(type).describe('What kind of thing it happened to.'),
      id: shortText.describe('Which one.'),
      sequence: z.int().min(1).describe('Grows by one with each event of this aggregate.'),
    })
    .describe('What it happened to.')

const productionListEvent = <Name extends string>(name: Name, description: string) =>
  z
    .object({
      ...header,
      name: z.literal(name),
      aggregate: aggregate('production-list'),
      data: productionListDataSchema,
    })
    .meta({ title: name, description })

/** One message between services. Every transport carries this JSON unchanged. */
export const envelopeSchema = z.discriminatedUnion('name', [
  productionListEvent('production-list.created', 'A material list was created.'),
  productionListEvent(
    'production-list.updated',
    'A material list has a new version; the sequence is that version.',
  ),
  z
    .object({
      ...header,
      name: z.literal('order-document.state-changed'),
      aggregate: aggregate('order-document'),
      data: orderDocumentDataSchema,
    })
    .meta({
      title: 'order-document.state-changed',
      description: 'A document of an order is complete, or has failed.',
    }),
  z
    .object({
      ...header,
      name: z.literal('order.state-changed'),
      aggregate: aggregate('order'),
      data: orderDataSchema,
    })
    .meta({
      title: 'order.state-changed',
      description: 'An order was cancelled, replaced or changed.',
    }),
  z
    .object({
      ...header,
      name: z.literal('distribution-order.state-changed'),
      aggregate: aggregate('distribution-order'),
      data: distributionOrderDataSchema,
    })
    .meta({
      title: 'distribution-order.state-changed',
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
  const result = envelopeSchema.safeParse(json)
  if (!result.success) throw new ContractError('the event envelope', result.error)
  return result.data
}
