import type { Sql } from '@takeoff/kit/postgres/sql'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { UNTRIED_HEALTH } from '../db/webhook.ts'
import type { Webhook } from '../db/webhook.ts'
import { parseCustomHeaders } from '../deliveries/send/custom-headers.ts'
import { parseTargetUrl } from '../deliveries/addresses/target-url.ts'
import { cancelAfterCommit } from '../deliveries/cancel/cancel-deliveries.ts'
import { auditWebhook, settingsChanges } from './audit-webhook.ts'
import { consumeRateLimit } from './limit-calls.ts'
import { releaseParked } from './release-parked.ts'
import { requireLockedWebhook } from './require-webhook.ts'
import { startVerification } from './verification-code.ts'
import { parseDescription, parseEvents, parseRateLimit, sealHeaders } from './webhook-input.ts'
import type { AcceptedWebhook, WebhookSettingsInput } from './webhook-input.ts'

/** Absent fields stay unchanged. */
export interface WebhookChange extends WebhookSettingsInput {
  readonly id: number
  readonly url?: string | null | undefined
}

/** Changes a webhook. A new URL must be verified again, and receives no deliveries that are already waiting. */
export async function updateWebhook(
  context: Context,
  { id, ...change }: WebhookChange,
): Promise<WebhookRecord> {
  const { database, deliveries, secretBox } = context
  const { headers, ...accepted } = acceptChange(context, change)
  const { before, after } = await database.transaction(async (sql) => {
    const webhook = await requireLockedWebhook(sql, context, id)
    const { url, ordered } = webhook
    if (headers === undefined) requireOriginOfHeaders(webhook, accepted.url ?? url)
    const settings = {
      ...accepted,
      ...(headers !== undefined && sealHeaders(headers, secretBox, webhook)),
    }
    const changes = settingsChanges(webhook, settings)
    Object.assign(webhook, settings)
    if (Object.keys(changes).length > 0) webhook.updatedAt = new Date()
    if (webhook.url !== url) await startAgain(sql, context, webhook)
    await auditWebhook(sql, context, { webhook, operation: 'webhookUpdate', changes })
    return { before: { url, ordered }, after: webhook }
  })
  if (after.url !== before.url) await cancelAfterCommit(context, id)
  if (before.ordered && !after.ordered) await releaseParked(context, id)
  deliveries.claimNow()
  return after
}

/** The given fields. Without headers the stored ones stay encrypted: they are not decrypted to be written again. */
function acceptChange(
  { addressRules }: Context,
  { url, events, description, headers, rateLimit, ordered }: Omit<WebhookChange, 'id'>,
): Partial<AcceptedWebhook> {
  return {
    ...(typeof url === 'string' && { url: parseTargetUrl(url, addressRules) }),
    ...(events !== undefined && { events: parseEvents(events) }),
    ...(description !== undefined && { description: parseDescription(description) }),
    ...(headers !== undefined && { headers: parseCustomHeaders(headers ?? []) }),
    ...(rateLimit !== undefined && { rateLimit: parseRateLimit(rateLimit) }),
    ...(typeof ordered === 'boolean' && { ordered }),
  }
}

/**
 * The stored values are never returned, so a caller who may change the url must not have them sent to another receiver.
 * @throws BadUserInputError (argument headers)
 */
function requireOriginOfHeaders({ url, sealedHeaders }: Webhook, newUrl: string): void {
  if (sealedHeaders === null || new URL(newUrl).origin === new URL(url).origin) return
  throw new BadUserInputError(
    'The stored headers are sent to the origin of the present url only. Give the headers for the new url in the same call, or headers: [] for none.',
    'headers',
  )
}

/** The owner and the health of a new URL are unknown. */
async function startAgain(sql: Sql, { secretBox }: Context, webhook: Webhook): Promise<void> {
  if (webhook.disabledAt === null) await consumeRateLimit(sql, webhook.id, 'verify')
  Object.assign(webhook, UNTRIED_HEALTH)
  await startVerification(sql, webhook, secretBox)
}
