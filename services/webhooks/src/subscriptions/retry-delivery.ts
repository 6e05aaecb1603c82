import { ConflictError, NotFoundError } from '@takeoff/kit/errors'
import { isUuid } from '@takeoff/kit/ids'
import type { Context } from '../context.ts'
import { findDelivery } from '../db/delivery-reads.ts'
import type { DeliveryRecord } from '../db/delivery-reads.ts'
import { VERIFICATION_EVENT } from '../webhook-events.ts'
import { requireSendableWebhook } from './require-webhook.ts'

/** Sends a delivery again with a new series of attempts; one that is under way is left to its attempt. */
export async function retryDelivery(context: Context, id: string): Promise<DeliveryRecord> {
  const { database, caller } = context
  const delivery = await database.transaction(async (sql) => {
    const current = isUuid(id) ? await findDelivery(sql, caller.orgIds, id) : undefined
    if (current === undefined) throw unknownDelivery()
    if (current.event === VERIFICATION_EVENT) {
      throw new ConflictError(
        'A handshake is not repeated like an event. Call webhookVerificationResend.',
      )
    }
    await requireSendableWebhook(sql, context, current.webhookId)
    await sql.query(
      `update delivery
       set state = 'pending', attempts = case when state = 'pending' then attempts else 0 end,
           due_at = now(), leased_at = null
       where id = $1 and (leased_at is null or due_at <= now())`,
      [id],
    )
    return findDelivery(sql, caller.orgIds, id)
  })
  if (delivery === undefined) throw unknownDelivery()
  context.deliveries.wake()
  return delivery
}

function unknownDelivery(): NotFoundError {
  return new NotFoundError('There is no delivery with this id in your organizations.', 'id')
}
