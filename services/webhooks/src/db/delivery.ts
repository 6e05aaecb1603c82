import { defineEntity, p } from '@mikro-orm/core'
import type { DeliveryState } from '../deliveries/delivery-state.ts'
import { DomainEvent } from './domain-event.ts'
import { Webhook } from './webhook.ts'

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    /** Version 7, made from the time of creation; the `webhook-id` of every attempt. */
    id: p.uuid().primary(),
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    orgId: p.integer(),
    event: p.text(),
    /** Null for the handshake, whose body comes from the subscription. */
    domainEvent: () => p.manyToOne(DomainEvent).nullable().deleteRule('restrict'),
    state: p.string().length(9).$type<DeliveryState>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Attempts in the present series; a retry by hand begins a new one. */
    attempts: p.integer().default(0),
    /** Next attempt, or the end of the lease while `leasedAt` is set. */
    dueAt: p.datetime(6).defaultRaw('now()'),
    leasedAt: p.datetime(6).nullable(),
    /** Grows with every lease: a result that names an older one comes too late. */
    fence: p.integer().default(0),
  },
  indexes: [
    { name: 'delivery_webhook_id_index', properties: ['webhook', 'id'] },
    { name: 'delivery_event_index', properties: ['webhook', 'event', 'id'] },
    {
      name: 'delivery_due_index',
      expression: `create index "delivery_due_index" on "delivery" ("webhook_id", "due_at") where state = 'pending'`,
    },
    {
      name: 'delivery_leased_index',
      expression: `create index "delivery_leased_index" on "delivery" ("webhook_id") where leased_at is not null`,
    },
    {
      name: 'delivery_failed_index',
      expression: `create index "delivery_failed_index" on "delivery" ("webhook_id", "id") where state = 'failed'`,
    },
    { name: 'delivery_domain_event_id_index', properties: ['domainEvent'] },
  ],
  checks: [
    {
      name: 'delivery_state_check',
      expression: "state in ('pending', 'delivered', 'failed', 'cancelled')",
    },
  ],
})

/** One event on its way to one subscription. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery)

const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  properties: {
    id: p.bigint().primary().autoincrement(),
    delivery: () => p.manyToOne(Delivery).deleteRule('cascade'),
    orgId: p.integer(),
    at: p.datetime(3),
    statusCode: p.integer().nullable(),
    durationMs: p.integer(),
    error: p.text().nullable(),
    responseBody: p.text().nullable(),
  },
  indexes: [{ name: 'attempt_delivery_id_index', properties: ['delivery', 'id'] }],
})

/** One POST and what came of it. */
export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt)
