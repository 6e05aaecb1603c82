import { createHash, randomBytes } from 'node:crypto'
import type { SecretBox } from '@takeoff/kit/security/secret-box'

const CODE_BYTES = 24
const VALID_MS = 24 * 3_600_000

/** What is kept of a code: sealed, to be sent, and hashed, to be found by. */
export interface KeptCode {
  readonly verificationCode: string
  readonly verificationCodeHash: string
  readonly verificationExpiresAt: Date
}

export function newVerificationCode(secretBox: SecretBox, now = new Date()): KeptCode {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  return {
    verificationCode: secretBox.seal(code),
    verificationCodeHash: hashCode(code),
    verificationExpiresAt: new Date(now.getTime() + VALID_MS),
  }
}

/** SHA-256 in hex: enough for a random code, and finding by it tells nothing by its timing. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
