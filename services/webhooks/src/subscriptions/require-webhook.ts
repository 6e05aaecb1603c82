import type { Sql } from '@takeoff/kit/postgres/database'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { lockWebhook } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'

/** The organizations on whose behalf a use case runs. */
export interface OnBehalf {
  readonly caller: { readonly orgIds: readonly number[] }
}

/** @throws NotFoundError both for an unknown webhook and for one of another organization */
export async function requireWebhook(
  sql: Sql,
  { caller }: OnBehalf,
  id: number,
): Promise<WebhookRecord> {
  const webhook = await lockWebhook(sql, caller.orgIds, id)
  if (webhook === undefined) throw unknownWebhook()
  return webhook
}

/** @throws NotFoundError, or ConflictError unless the webhook is sendable */
export async function requireSendableWebhook(
  sql: Sql,
  context: OnBehalf,
  id: number,
): Promise<WebhookRecord> {
  const webhook = await requireWebhook(sql, context, id)
  if (isSendable(webhook)) return webhook
  throw new ConflictError(
    webhook.verifiedAt === null
      ? 'This webhook is not verified. Give webhookVerify the code that was posted to its url.'
      : 'This webhook is disabled. Call webhookEnable first.',
  )
}

export function isSendable({ verifiedAt, disabledAt }: WebhookRecord): boolean {
  return verifiedAt !== null && disabledAt === null
}

export function unknownWebhook(): NotFoundError {
  return new NotFoundError('There is no webhook with this id in your organizations.', 'id')
}
