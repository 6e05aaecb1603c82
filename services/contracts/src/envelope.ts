import { z } from 'zod'
import { ContractError } from './contract-error.ts'
import {
  DISTRIBUTION_ORDER_STATE_CHANGED,
  distributionOrderDataSchema,
} from './distribution-order-events.ts'
import { integerId, uuid } from './identifiers.ts'
import { ORDER_DOCUMENT_STATE_CHANGED, orderDocumentDataSchema } from './order-document-events.ts'
import {
  PRODUCTION_LIST_CREATED,
  PRODUCTION_LIST_UPDATED,
  productionListDataSchema,
} from './production-list-events.ts'

const header = {
  id: uuid,
  version: z.literal(1),
  occurredAt: z.iso.datetime(),
  orgId: integerId,
  trace: z.string().nullable(),
}

const aggregate = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), id: z.string().min(1), sequence: z.int().min(1) })

const productionListEvent = <Name extends string>(name: Name) =>
  z.object({
    ...header,
    name: z.literal(name),
    aggregate: aggregate('production-list'),
    data: productionListDataSchema,
  })

/** One message between services. Every carrier moves this JSON unchanged. */
export const envelopeSchema = z.discriminatedUnion('name', [
  productionListEvent(PRODUCTION_LIST_CREATED),
  productionListEvent(PRODUCTION_LIST_UPDATED),
  z.object({
    ...header,
    name: z.literal(ORDER_DOCUMENT_STATE_CHANGED),
    aggregate: aggregate('order-document'),
    data: orderDocumentDataSchema,
  }),
  z.object({
    ...header,
    name: z.literal(DISTRIBUTION_ORDER_STATE_CHANGED),
    aggregate: aggregate('distribution-order'),
    data: distributionOrderDataSchema,
  }),
])

export type Envelope = z.infer<typeof envelopeSchema>
export type EventName = Envelope['name']
export type EnvelopeOf<Name extends EventName> = Extract<Envelope, { name: Name }>

/**
 * Reads a message of another service. Keys this version does not know are dropped.
 * @throws ContractError naming each fault by its path
 */
export function parseEnvelope(json: unknown): Envelope {
  const result = envelopeSchema.safeParse(json)
  if (!result.success) throw new ContractError('the event envelope', result.error)
  return result.data
}
