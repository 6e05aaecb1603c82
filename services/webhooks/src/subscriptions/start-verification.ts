import type { Sql } from '@takeoff/kit/postgres/database'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { cancelHandshakes } from '../deliveries/cancel/cancel-deliveries.ts'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { queueHandshake } from './queue-delivery.ts'
import { newVerificationCode } from './verification-code.ts'

/** Makes a new code, invalidates the previous one, and queues the handshake in the caller's transaction. */
export async function startVerification(
  sql: Sql,
  webhook: WebhookRecord,
  secretBox: SecretBox,
): Promise<void> {
  const code = newVerificationCode(secretBox)
  await sql.query(
    `update webhook set verified_at = null, verification_code = $2, verification_code_hash = $3,
       verification_expires_at = $4, updated_at = now()
     where id = $1`,
    [
      webhook.id,
      code.verificationCode,
      code.verificationCodeHash,
      code.verificationExpiresAt.toISOString(),
    ],
  )
  await cancelHandshakes(sql, [webhook.id])
  await queueHandshake(sql, webhook)
}
