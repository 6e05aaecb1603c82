import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Webhook } from '../db/webhook.ts'
import { cancelHandshakes } from '../deliveries/cancel/cancel-deliveries.ts'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { queueHandshake } from './queue-delivery.ts'
import { newVerificationCode } from './verification-code.ts'

/** Makes a new code, invalidates the previous one, and queues the handshake in the caller's transaction. */
export async function startVerification(
  sql: Sql,
  webhook: Webhook,
  secretBox: SecretBox,
): Promise<void> {
  Object.assign(webhook, newVerificationCode(secretBox, webhook))
  webhook.verifiedAt = null
  webhook.updatedAt = new Date()
  await cancelHandshakes(sql, [webhook.id])
  // Nothing is sent to a disabled one: its code is posted by webhookVerificationResend, which enables it.
  if (webhook.disabledAt === null) await queueHandshake(sql, webhook)
}
