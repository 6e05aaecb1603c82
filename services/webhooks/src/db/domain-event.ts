import { defineEntity, p } from '@mikro-orm/core'

const DomainEventSchema = defineEntity({
  name: 'DomainEvent',
  tableName: 'domain_event',
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    name: p.text(),
    occurredAt: p.datetime(3),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    aggregateType: p.text(),
    aggregateId: p.text(),
    sequence: p.bigint(),
    data: p.json<unknown>(),
    trace: p.text().nullable(),
  },
})

/** What happened in another service; the bodies of its deliveries are rendered from `data`. */
export class DomainEvent extends DomainEventSchema.class {}
DomainEventSchema.setClass(DomainEvent)

const InboxSchema = defineEntity({
  name: 'Inbox',
  tableName: 'inbox',
  properties: {
    eventId: p.uuid().primary(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** Ids of events that were taken in; a carrier may bring each of them again. */
export class Inbox extends InboxSchema.class {}
InboxSchema.setClass(Inbox)

const PoisonMessageSchema = defineEntity({
  name: 'PoisonMessage',
  tableName: 'poison_message',
  properties: {
    id: p.bigint().primary().autoincrement(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    carrier: p.string().length(4).$type<'amqp' | 'http'>(),
    messageId: p.text().nullable(),
    body: p.blob(),
    error: p.text(),
  },
})

/** A message that keeps no contract we know: set aside for a person to look at. */
export class PoisonMessage extends PoisonMessageSchema.class {}
PoisonMessageSchema.setClass(PoisonMessage)
