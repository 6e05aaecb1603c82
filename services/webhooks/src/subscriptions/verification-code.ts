import { hash, randomBytes } from 'node:crypto'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { sealedPlace } from '../db/webhook.ts'
import type { Webhook } from '../db/webhook.ts'

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
