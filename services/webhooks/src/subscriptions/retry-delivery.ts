import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { findDelivery } from '../db/delivery-reads.ts'
import type { DeliveryRecord } from '../db/delivery-reads.ts'
import { statement } from '../db/statements.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { consumeRateLimit } from './limit-calls.ts'
import { promoteRequeued, requeueOne } from './requeue-finished.ts'
import { requireSendableWebhook } from './require-webhook.ts'

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
    await restartOne(sql, current)
    const requeued = await requeueOne(sql, current)
    return { delivery: await findDelivery(sql, caller.orgIds, id), requeued }
  })
  if (delivery === undefined) throw unknownDelivery()
  await promoteRequeued(context, delivery.webhookId, requeued)
  context.deliveries.claimNow()
  return delivery
}

const updateDue = statement((db, $: Params<{ readonly webhookId: number; readonly id: string }>) =>
  db
    .updateTable('delivery')
    .set({ dueAt: raw`now()`, attempts: 0, worker: null })
    .where('webhookId', '=', $.webhookId)
    .where('id', '=', $.id)
    .where((eb) => eb.or([eb('worker', 'is', null), eb('dueAt', '<=', raw<Date>`now()`)]))
    .where('dueAt', '<', raw<Date>`'infinity'`),
)

/** Makes a scheduled delivery due now, with all attempts of its schedule; a parked one stays parked. */
function restartOne(sql: Sql, { webhookId, id }: DeliveryRecord): Promise<void> {
  return sql.run(updateDue, { webhookId, id })
}

function unknownDelivery(): NotFoundError {
  return new NotFoundError(
    'There is no delivery with this id in your organizations. Give the id of a delivery.',
    'id',
  )
}
