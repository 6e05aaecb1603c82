import { ConflictError } from '@takeoff/kit/values/errors'
import { changesOf } from '@takeoff/kit/events/audit'
import type { Context } from '../context.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { UNTRIED_HEALTH } from '../db/webhook.ts'
import { auditWebhook } from './audit-webhook.ts'
import { consumeRateLimit } from './limit-calls.ts'
import { requireLockedWebhook } from './require-webhook.ts'
import { startVerification } from './verification-code.ts'

/**
 * Posts a new code to the URL, also of a disabled webhook, which it enables: webhookEnable needs a verified one.
 * Rate-limited, because the URL may not belong to the caller.
 */
export async function resendVerification(context: Context, id: number): Promise<WebhookRecord> {
  const webhook = await context.database.transaction(async (sql) => {
    const current = await requireLockedWebhook(sql, context, id)
    if (current.verifiedAt !== null)
      throw new ConflictError('This webhook is verified already and needs no code.')
    await consumeRateLimit(sql, id, 'verify')
    const { disabledAt } = current
    Object.assign(current, UNTRIED_HEALTH, { disabledAt: null })
    await startVerification(sql, current, context.secretBox)
    const operation = 'webhookVerificationResend'
    const changes = disabledAt !== null && {
      changes: changesOf({ disabledAt }, { disabledAt: null }),
    }
    await auditWebhook(sql, context, { webhook: current, operation, ...changes })
    return current
  })
  context.deliveries.claimNow()
  return webhook
}
