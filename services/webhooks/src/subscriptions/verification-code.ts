import { hash, randomBytes } from 'node:crypto'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { sealedPlace } from '../db/webhook.ts'
import type { Webhook } from '../db/webhook.ts'
import { cancelHandshakes } from '../deliveries/cancel/cancel-deliveries.ts'
import { queueHandshake } from './queue-delivery.ts'

const CODE_BYTES = 24
const VALID_MS = 24 * 3_600_000

/** Stored forms of a new code: encrypted for the handshake, and hashed for the lookup. */
export function newVerificationCode(secretBox: SecretBox, webhook: Pick<Webhook, 'id' | 'orgId'>) {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  return {
    verificationCode: secretBox.seal(code, sealedPlace('webhook.verification_code', webhook)),
    verificationCodeHash: hashCode(code),
    verificationExpiresAt: new Date(Date.now() + VALID_MS),
  }
}

/** SHA-256 in hex: sufficient for a random code, and the timing of the lookup reveals nothing. */
export function hashCode(code: string): string {
  return hash('sha256', code, 'hex')
}

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
