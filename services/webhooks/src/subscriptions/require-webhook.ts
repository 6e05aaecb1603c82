import type { Sql } from '@takeoff/kit/database'
import { ConflictError, NotFoundError } from '@takeoff/kit/errors'
import { lockWebhook } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import type { Context } from '../context.ts'

/** @throws NotFoundError for an unknown webhook and for one of another organization alike */
export async function requireWebhook(
  sql: Sql,
  { caller }: Context,
  id: number,
): Promise<WebhookRecord> {
  const webhook = await lockWebhook(sql, caller.orgIds, id)
  if (webhook === undefined) throw unknownWebhook()
  return webhook
}

/** @throws NotFoundError, or ConflictError unless the webhook may be sent to */
export async function requireSendableWebhook(
  sql: Sql,
  context: Context,
  id: number,
): Promise<WebhookRecord> {
  const webhook = await requireWebhook(sql, context, id)
  if (webhook.verifiedAt === null) {
    throw new ConflictError(
      'This webhook is not verified. Give webhookVerify the code that was posted to its url.',
    )
  }
  if (webhook.disabledAt !== null) {
    throw new ConflictError('This webhook is disabled. Call webhookEnable first.')
  }
  return webhook
}

export function unknownWebhook(): NotFoundError {
  return new NotFoundError('There is no webhook with this id in your organizations.', 'id')
}
