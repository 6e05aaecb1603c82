import type { Envelope } from '@takeoff/contracts/envelope'
import type { Sql } from '@takeoff/kit/postgres/database'
import { newUuid } from '@takeoff/kit/values/ids'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { findDelivery } from '../db/delivery-reads.ts'
import type { DeliveryRecord } from '../db/delivery-reads.ts'
import { sampleEventOf } from '../messages/sample-events.ts'
import type { WebhookEvent } from '../messages/webhook-events.ts'
import { countCall } from './limit-calls.ts'
import { queueDelivery } from './queue-delivery.ts'
import { requireSendableWebhook } from './require-webhook.ts'
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
  const delivery = await context.database.transaction(async (sql) => {
    const { orgId } = await requireSendableWebhook(sql, context, id)
    await countCall(sql, id, 'test')
    const domainEventId = await insertTestEvent(sql, orgId, event)
    const deliveryId = await queueDelivery(sql, { webhookId: id, orgId, event, domainEventId })
    return findDelivery(sql, [orgId], deliveryId)
  })
  invariant(delivery !== undefined, 'the queued delivery was not found')
  context.deliveries.wake()
  return delivery
}

/** Uses the sequence 0, which no real event has: no ordered event waits for it or follows it. */
async function insertTestEvent(sql: Sql, orgId: number, event: WebhookEvent): Promise<string> {
  const sample = sampleEventOf(event)
  const { aggregateId, data } = (await findNewest(sql, orgId, event, sample)) ?? {
    aggregateId: sample.aggregate.id,
    data: sample.data,
  }
  const id = newUuid()
  // `now()` is constant in a transaction: the id of the delivery has the millisecond of `received_at`.
  await sql.query(
    `insert into domain_event
       (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
     values ($1, $2, $3, now(), date_trunc('milliseconds', now()), $4, $5, 0, $6)`,
    [id, orgId, sample.name, sample.aggregate.type, aggregateId, JSON.stringify(data)],
  )
  return id
}

interface EarlierEvent {
  readonly aggregateId: string
  readonly data: unknown
}

/** Only events in the same state as the sample, such as submitted: receivers ignore other states. */
async function findNewest(
  sql: Sql,
  orgId: number,
  event: WebhookEvent,
  { data }: Envelope,
): Promise<EarlierEvent | undefined> {
  const [newest] = await sql.query<EarlierEvent>(
    `select e.aggregate_id as "aggregateId", e.data
     from webhook w
     cross join lateral (
       select id, domain_event_id from finished_delivery
       where webhook_id = w.id and event = $2 order by id desc limit ${LOOK_BACK_MAX}
     ) d
     join domain_event e on e.id = d.domain_event_id and e.org_id = $1
     where w.org_id = $1 and e.data ->> 'state' is not distinct from $3
     order by d.id desc limit 1`,
    [orgId, event, 'state' in data ? data.state : null],
  )
  return newest
}
