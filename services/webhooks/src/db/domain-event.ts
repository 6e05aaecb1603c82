import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'

/** Partitioned by month of the id. Not declared here, so that the ORM ignores partitions made at run time. */
export const DomainEventSchema = defineEntity({
  name: 'DomainEvent',
  tableName: 'domain_event',
  filters: organizationFilter,
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    name: p.text(),
    occurredAt: p.datetime(3),
    receivedAt: p.datetime(3),
    aggregateType: p.text(),
    aggregateId: p.text(),
    sequence: p.bigint('number'),
    data: p.json<unknown>(),
    trace: p.text().nullable(),
  },
  indexes: [{ name: 'domain_event_aggregate_index', properties: ['aggregateId', 'sequence'] }],
})

/**
 * An event of another service; the bodies of its deliveries are rendered from `data`. It is also the inbox entry:
 * a transport may deliver the same id again.
 */
export class DomainEvent extends DomainEventSchema.class {}
DomainEventSchema.setClass(DomainEvent)

export const PoisonMessageSchema = defineEntity({
  name: 'PoisonMessage',
  tableName: 'poison_message',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    carrier: p.string().length(4).$type<'amqp' | 'http'>(),
    messageId: p.text().nullable(),
    body: p.blob().$type<Buffer>(),
    error: p.text(),
  },
})

/** A message that matches no contract: dead-lettered for an operator. */
export class PoisonMessage extends PoisonMessageSchema.class {}
PoisonMessageSchema.setClass(PoisonMessage)
