import { defineEntity, p } from '@mikro-orm/core'

/**
 * pending: an attempt is due, under way or waits for its time · delivered: answered with 2xx ·
 * failed: every attempt was used, or the subscription was disabled; can be sent again ·
 * cancelled: a handshake that a newer one replaces.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** Pending deliveries are in the table `delivery`, all others in `finished_delivery`. */
export type FinishedState = Exclude<DeliveryState, 'pending'>

/** One POST and what came of it, as it stands in the `log` of a delivery. */
export interface LoggedAttempt {
  /** ISO 8601, when it began. */
  readonly at: string
  readonly statusCode: number | null
  readonly durationMs: number
  /** Null after a success. */
  readonly error: string | null
  readonly responseBody: string | null
}

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    webhookId: p.integer().primary(),
    /** Version 7, of the millisecond of its creation; the `webhook-id` of every attempt. */
    id: p.uuid().primary(),
    orgId: p.integer(),
    event: p.text(),
    /** Null for the handshake, whose body comes from the subscription. */
    domainEventId: p.uuid().nullable(),
    /** `type:id` of what the event tells of, where the subscription is ordered. */
    aggregate: p.text().nullable(),
    sequence: p.bigint().nullable(),
    createdAt: p.datetime(3),
    /** Attempts in the present series; a retry by hand begins a new one. */
    attempts: p.integer().default(0),
    /** Attempts of all series, oldest first. */
    log: p.json<readonly LoggedAttempt[]>().defaultRaw(`'[]'`),
    /** Next attempt, or the end of the lease while `worker` is set; infinity behind the head of its aggregate. */
    dueAt: p.datetime(6),
    /** The process that holds the lease. */
    worker: p.integer().nullable(),
    /** Grows with every lease and every result: a result that names an older one comes too late. */
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

/** One event on its way to one subscription: it waits or is under way. No foreign keys, for speed. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery)

/** Partitioned by month of the id. Not said here, so that the ORM leaves alone the partitions made at run time. */
const FinishedDeliverySchema = defineEntity({
  name: 'FinishedDelivery',
  tableName: 'finished_delivery',
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

/** A delivery that ended; a retry moves it back to `delivery`. */
export class FinishedDelivery extends FinishedDeliverySchema.class {}
FinishedDeliverySchema.setClass(FinishedDelivery)

const WorkerSchema = defineEntity({
  name: 'Worker',
  tableName: 'worker',
  properties: {
    id: p.integer().primary().autoincrement(),
    seenAt: p.datetime(6).defaultRaw('now()'),
  },
})

/** A process that delivers; the leases of one that was not seen for a while are given to others. */
export class Worker extends WorkerSchema.class {}
WorkerSchema.setClass(Worker)
