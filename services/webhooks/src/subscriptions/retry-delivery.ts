import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { findDelivery } from '../db/delivery-reads.ts'
import type { DeliveryRecord } from '../db/found-delivery.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { consumeRateLimit } from './limit-calls.ts'
import { promoteRequeued, requeueOne } from './requeue-finished.ts'
import { requireSendableWebhook } from './require-webhook.ts'
import { restartOne } from './restart-waiting.ts'

/** Sends a delivery again with a new series of attempts; an attempt under way is not repeated. */
export async function retryDelivery(context: Context, id: string): Promise<DeliveryRecord> {
  const { database, caller } = context
  const { delivery, requeued } = await database.transaction(async (sql) => {
    const current = isUuid(id) ? await findDelivery(sql, caller.orgIds, id) : undefined
    if (current === undefined) throw unknownDelivery()
    if (current.event === VERIFICATION_EVENT) {
      throw new ConflictError(
        'A handshake is not repeated like an event. Call webhookVerificationResend.',
      )
    }
    await requireSendableWebhook(sql, context, current.webhookId)
    await consumeRateLimit(sql, current.webhookId, 'retry')
    // If it ends between the two statements, the second finds it.
    const restarted = await sql.rows(restartOne, current)
    const requeued = [...restarted, ...(await sql.rows(requeueOne, current))]
    return { delivery: await findDelivery(sql, caller.orgIds, id), requeued }
  })
  if (delivery === undefined) throw unknownDelivery()
  await promoteRequeued(context, delivery.webhookId, requeued)
  context.deliveries.claimNow()
  return delivery
}

function unknownDelivery(): NotFoundError {
  return new NotFoundError(
    'There is no delivery with this id in your organizations. Give the id of a delivery.',
    'id',
  )
}
