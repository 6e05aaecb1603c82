import type { Context } from '../context.ts'
import { Webhook } from '../db/webhook.ts'
import { cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { unknownWebhook } from './require-webhook.ts'

/**
 * Deletes a webhook with its secrets and waiting deliveries. Finished deliveries cannot be read any more, and the
 * maintenance deletes them as orphans.
 * @throws NotFoundError both for an unknown webhook and for one of another organization
 */
export async function deleteWebhook({ database, caller }: Context, id: number): Promise<true> {
  const deleted = await database.transaction((sql) =>
    sql.entitiesOf(caller.orgIds).nativeDelete(Webhook, { id }),
  )
  if (deleted === 0) throw unknownWebhook()
  await cancelDeliveries(database, [id])
  return true
}
