import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'

/**
 * pending: an attempt is due, under way or scheduled · delivered: the receiver responded with 2xx ·
 * failed: all attempts failed, or the subscription was disabled; can be sent again ·
 * cancelled: a handshake that a newer one replaced.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** Pending deliveries are in the table `delivery`, all others in `finished_delivery`. */
export type FinishedState = Exclude<DeliveryState, 'pending'>

/** One POST and its result, as stored in the `log` of a delivery. */
export interface LoggedAttempt {
  /** Start time, ISO 8601. */
  readonly at: string
  readonly statusCode: number | null
  readonly durationMs: number
  /** Null after a success. */
  readonly error: string | null
  readonly responseBody: string | null
}

export const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  filters: organizationFilter,
  properties: {
    webhookId: p.integer().primary(),
    /** Version 7, with the millisecond of its creation; the `webhook-id` of every attempt. */
    id: p.uuid().primary(),
    orgId: p.integer(),
    event: p.text(),
    /** Null for the handshake, whose body is built from the subscription. */
    domainEventId: p.uuid().nullable(),
    /** `type:id` of the event's aggregate, if the subscription is ordered. */
    aggregate: p.text().nullable(),
    sequence: p.bigint('number').nullable(),
    createdAt: p.datetime(3),
    /** Attempts in the current series; a manual retry starts a new one. */
    attempts: p.integer().default(0),
    /** Attempts of all series, oldest first. */
    log: p.json<readonly LoggedAttempt[]>().defaultRaw(`'[]'`),
    /** Next attempt, or the end of the lease while `worker` is set; infinity behind the head of its aggregate. */
    dueAt: p.datetime(6),
    /** The process that holds the lease. */
    worker: p.integer().nullable(),
    /** Grows with every lease and every result: a result with an older fence comes too late. */
    fence: p.integer().default(0),
  },
  indexes: [
    { name: 'delivery_due_index', properties: ['webhookId', 'dueAt'] },
    {
      name: 'delivery_leased_index',
      expression: `create index "delivery_leased_index" on "delivery" ("webhook_id", "worker") where worker is not null`,
    },
    {
      name: 'delivery_ordered_index',
      expression: `create index "delivery_ordered_index" on "delivery" ("webhook_id", "aggregate", "sequence", "id") where aggregate is not null`,
    },
  ],
})

/** A pending delivery of one event to one subscription. No foreign keys, for speed. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery)

/** Partitioned by month of the id. Not declared here, so that the ORM ignores partitions made at run time. */
export const FinishedDeliverySchema = defineEntity({
  name: 'FinishedDelivery',
  tableName: 'finished_delivery',
  filters: organizationFilter,
  properties: {
    webhookId: p.integer().primary(),
    event: p.text().primary(),
    id: p.uuid().primary(),
    orgId: p.integer(),
    domainEventId: p.uuid().nullable(),
    state: p.string().length(9).$type<FinishedState>(),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3),
    log: p.json<readonly LoggedAttempt[]>(),
    fence: p.integer(),
  },
  indexes: [
    {
      name: 'finished_delivery_failed_index',
      expression: `create index "finished_delivery_failed_index" on "finished_delivery" ("webhook_id", "id") where state = 'failed'`,
    },
  ],
})

/** A finished delivery; a retry moves it back to `delivery`. */
export class FinishedDelivery extends FinishedDeliverySchema.class {}
FinishedDeliverySchema.setClass(FinishedDelivery)

export const WorkerSchema = defineEntity({
  name: 'Worker',
  tableName: 'worker',
  properties: {
    id: p.integer().primary().autoincrement(),
    seenAt: p.datetime(6).defaultRaw('now()'),
  },
})

/** A process that delivers; without a heartbeat its leases are released. */
export class Worker extends WorkerSchema.class {}
WorkerSchema.setClass(Worker)
