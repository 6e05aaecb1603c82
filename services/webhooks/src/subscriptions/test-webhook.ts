import { newUuid } from '@takeoff/kit/ids'
import type { Context } from '../context.ts'
import { findDelivery } from '../db/delivery-reads.ts'
import type { DeliveryRecord } from '../db/delivery-reads.ts'
import { sampleEventOf } from '../sample-events.ts'
import { queueDelivery } from './queue-delivery.ts'
import { requireSendableWebhook } from './require-webhook.ts'
import { parseEvent } from './webhook-input.ts'

/** Queues an event with the data of the contracts' sample; it goes the way of every other delivery. */
export async function testWebhook(
  context: Context,
  id: number,
  eventName: string,
): Promise<DeliveryRecord> {
  const event = parseEvent(eventName, 'event')
  const sample = sampleEventOf(event)
  const delivery = await context.database.transaction(async (sql) => {
    const { orgId } = await requireSendableWebhook(sql, context, id)
    const domainEventId = newUuid()
    // `now()` stands still in a transaction: the delivery has an id of the millisecond of `received_at`.
    await sql.query(
      `insert into domain_event
         (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
       values ($1, $2, $3, now(), date_trunc('milliseconds', now()), $4, $5, $6, $7)`,
      [
        domainEventId,
        orgId,
        sample.name,
        sample.aggregate.type,
        sample.aggregate.id,
        sample.aggregate.sequence,
        JSON.stringify(sample.data),
      ],
    )
    const deliveryId = await queueDelivery(sql, { webhookId: id, orgId, event, domainEventId })
    return findDelivery(sql, [orgId], deliveryId)
  })
  if (delivery === undefined) throw new Error('a queued delivery is gone')
  context.deliveries.wake()
  return delivery
}
