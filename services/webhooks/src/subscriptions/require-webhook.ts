import { LockMode } from '@mikro-orm/core'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { findWebhooks } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { Webhook } from '../db/webhook.ts'

/** The organizations whose webhooks a use case may read and change. */
export interface OrganizationScope {
  readonly caller: { readonly orgIds: readonly number[] }
}

/** @throws NotFoundError both for an unknown webhook and for one of another organization */
export async function requireWebhook(
  { database, caller }: OrganizationScope & { readonly database: Sql },
  id: number,
): Promise<WebhookRecord> {
  const [webhook] = await findWebhooks(database, caller.orgIds, [id])
  if (webhook === undefined) throw unknownWebhook()
  return webhook
}

/** Locks a webhook until the transaction ends, which writes its changes. */
export function lockWebhook(
  sql: Transaction,
  { caller }: OrganizationScope,
  id: number,
): Promise<Webhook | null> {
  const entities = sql.entitiesOf(caller.orgIds)
  return entities.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

/**
 * Locks a webhook like `lockWebhook`.
 * @throws NotFoundError both for an unknown webhook and for one of another organization
 */
export async function requireLockedWebhook(
  sql: Transaction,
  context: OrganizationScope,
  id: number,
): Promise<Webhook> {
  const webhook = await lockWebhook(sql, context, id)
  if (webhook === null) throw unknownWebhook()
  return webhook
}

/**
 * Locks a webhook like `lockWebhook`.
 * @throws NotFoundError, or ConflictError unless the webhook is sendable
 */
export async function requireSendableWebhook(
  sql: Transaction,
  context: OrganizationScope,
  id: number,
): Promise<Webhook> {
  const webhook = await requireLockedWebhook(sql, context, id)
  requireVerified(webhook)
  if (isSendable(webhook)) return webhook
  throw new ConflictError('This webhook is disabled. Call webhookEnable first.')
}

/** @throws ConflictError which says how the webhook is verified */
export function requireVerified({ verifiedAt }: WebhookRecord): void {
  if (verifiedAt !== null) return
  throw new ConflictError(
    'This webhook is not verified. Give webhookVerify the code that was posted to its url, within 24 hours; webhookVerificationResend posts a new one, and enables the webhook.',
  )
}

export function isSendable({ verifiedAt, disabledAt }: WebhookRecord): boolean {
  return verifiedAt !== null && disabledAt === null
}

export function unknownWebhook(): NotFoundError {
  return new NotFoundError(
    'There is no webhook with this id in your organizations. Give the id of a webhook.',
    'id',
  )
}
