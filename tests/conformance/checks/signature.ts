import { createHmac, createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Attempt } from '../receiver.ts'

const SECRET_PREFIX = 'whsec_'
const PUBLIC_KEY_PREFIX = 'whpk_'
const SIGNATURE = /^(v1|v1a),([A-Za-z0-9+/]+={0,2})$/
const SIGNATURE_BYTES = { v1: 32, v1a: 64 }

export interface Signature {
  readonly scheme: 'v1' | 'v1a'
  readonly bytes: Buffer
}

/** The signatures of a request, in order; undefined for each that is malformed. */
export function signaturesOf(attempt: Attempt): (Signature | undefined)[] {
  return header(attempt, 'webhook-signature')?.split(' ').map(parseSignature) ?? []
}

function parseSignature(text: string): Signature | undefined {
  const [, scheme, encoded = ''] = SIGNATURE.exec(text) ?? []
  if (scheme !== 'v1' && scheme !== 'v1a') return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const exact = bytes.length === SIGNATURE_BYTES[scheme] && bytes.toString('base64') === encoded
  return exact ? { scheme, bytes } : undefined
}

/** The secrets that have signed the request; undefined if headers are missing or malformed. */
export function verifyingSecrets(
  attempt: Attempt,
  secrets: readonly string[],
): string[] | undefined {
  const content = signedContent(attempt)
  const signatures = signaturesOf(attempt)
  if (content === undefined || signatures.length === 0 || signatures.includes(undefined))
    return undefined
  return secrets.filter((secret) => {
    const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64')
    const expected = createHmac('sha256', key).update(content).digest()
    return signatures.some((one) => one?.scheme === 'v1' && one.bytes.equals(expected))
  })
}

/** Whether a `v1a` signature verifies with the public key; undefined if it is malformed. */
export function verifiesWithPublicKey(attempt: Attempt, publicKey: string): boolean | undefined {
  const content = signedContent(attempt)
  const signatures = signaturesOf(attempt)
  if (content === undefined || signatures.length === 0 || signatures.includes(undefined))
    return undefined
  const x = Buffer.from(publicKey.replace(PUBLIC_KEY_PREFIX, ''), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return signatures.some((one) => one?.scheme === 'v1a' && verify(null, content, key, one.bytes))
}

/** Whether an independent library computes one of the signatures too. */
export function librarySigns(attempt: Attempt, secret: string): boolean {
  const at = new Date(Number(header(attempt, 'webhook-timestamp')) * 1000)
  const signature = new Webhook(secret).sign(header(attempt, 'webhook-id') ?? '', at, attempt.body)
  return header(attempt, 'webhook-signature')?.split(' ').includes(signature) ?? false
}

function signedContent(attempt: Attempt): Buffer | undefined {
  const id = header(attempt, 'webhook-id')
  const timestamp = header(attempt, 'webhook-timestamp')
  if (id === undefined || timestamp === undefined) return undefined
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), attempt.body])
}

export function header({ headers }: Attempt, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
