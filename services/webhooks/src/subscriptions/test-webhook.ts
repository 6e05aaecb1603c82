import type { Envelope } from '@takeoff/contracts/envelope'
import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Params } from '@takeoff/kit/postgres/statement'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { findDelivery } from '../db/delivery-reads.ts'
import type { DeliveryRecord } from '../db/found-delivery.ts'
import { statement } from '../db/statements.ts'
import { sampleEventOf } from '../messages/webhook-events.ts'
import type { WebhookEvent } from '../messages/webhook-events.ts'
import { consumeRateLimit } from './limit-calls.ts'
import { queueDelivery } from './queue-delivery.ts'
import { requireSendableWebhook, unknownWebhook } from './require-webhook.ts'
import { parseEvent } from './webhook-input.ts'

/** Deliveries per webhook that are searched for an event of the sample's kind. */
const LOOK_BACK_MAX = 20

/**
 * Queues an event with the data of the organization's newest event of its kind, so that a receiver can read the
 * resource; without one it has the data of the contracts' sample. It is delivered like any other event, but not in
 * order.
 */
export async function testWebhook(
  context: Context,
  id: number,
  eventName: string,
): Promise<DeliveryRecord> {
  const event = parseEvent(eventName, 'event')
  const { database, caller } = context
  const delivery = await runIdempotent(context, {
    operation: 'webhookTest',
    arguments: { id, event },
    create: (remember) =>
      database.transaction(async (sql) => {
        const { orgId } = await requireSendableWebhook(sql, context, id)
        await consumeRateLimit(sql, id, 'test')
        const domainEventId = await insertTestEvent(sql, orgId, event)
        const queued = { webhookId: id, orgId, event, domainEventId }
        const deliveryId = await queueDelivery(sql, queued)
        await remember(sql, deliveryId)
        return findDelivery(sql, [orgId], deliveryId)
      }),
    replay: (deliveryId) => findDelivery(database, caller.orgIds, deliveryId),
  })
  if (delivery === undefined) throw unknownWebhook()
  context.deliveries.claimNow()
  return delivery
}

interface TestEvent {
  readonly id: string
  readonly orgId: number
  readonly name: string
  readonly aggregateType: string
  readonly aggregateId: string
  /** JSON. */
  readonly data: string
}

const insertEvent = statement((db, $: Params<TestEvent>) =>
  db.insertInto('domainEvent').values({
    id: $.id,
    orgId: $.orgId,
    name: $.name,
    occurredAt: raw`now()`,
    // `now()` is constant in a transaction: the id of the delivery has the same millisecond.
    receivedAt: raw`date_trunc('milliseconds', now())`,
    aggregateType: $.aggregateType,
    aggregateId: $.aggregateId,
    sequence: 0,
    data: $.data,
  }),
)

/** Uses the sequence 0, which no real event has: no ordered event waits for it or follows it. */
async function insertTestEvent(sql: Sql, orgId: number, event: WebhookEvent): Promise<string> {
  const sample = sampleEventOf(event)
  const { aggregateId, data } = (await findNewest(sql, orgId, event, sample)) ?? {
    aggregateId: sample.aggregate.id,
    data: sample.data,
  }
  const id = newUuid()
  await sql.run(insertEvent, {
    id,
    orgId,
    name: sample.name,
    aggregateType: sample.aggregate.type,
    aggregateId,
    data: JSON.stringify(data),
  })
  return id
}

interface NewestEvent {
  readonly orgId: number
  readonly event: WebhookEvent
  /** Null for any. */
  readonly state: string | null
}

const selectNewest = statement((db, $: Params<NewestEvent>) =>
  db
    .selectFrom('webhook as w')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('finishedDelivery as f')
          .whereRef('f.webhookId', '=', 'w.id')
          .where('f.event', '=', $.event)
          .orderBy('f.id', 'desc')
          .limit(LOOK_BACK_MAX)
          .select(['f.id', 'f.domainEventId'])
          .as('d'),
      (join) => join.onTrue(),
    )
    .innerJoin('domainEvent as e', (join) =>
      join.onRef('e.id', '=', 'd.domainEventId').on('e.orgId', '=', $.orgId),
    )
    .where('w.orgId', '=', $.orgId)
    .where(
      (eb) =>
        raw<boolean>`(${$.state}::text is null or ${eb.ref('e.data')} ->> 'state' = ${$.state}::text)`,
    )
    .orderBy('d.id', 'desc')
    .limit(1)
    .select(['e.aggregateId', 'e.data']),
)

/** Of a distribution order only an event in the state of the sample, submitted: receivers ignore other states. */
function findNewest(sql: Sql, orgId: number, event: WebhookEvent, sample: Envelope) {
  const state = sample.name === 'distribution-order.state-changed' ? sample.data.state : null
  return sql.row(selectNewest, { orgId, event, state })
}
