import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedMessage {
  /** `webhook-id`: the same on every attempt of a delivery. */
  readonly id: string
  /** Time of the attempt. */
  readonly at: Date
  /** The very bytes that are sent. */
  readonly body: Buffer
  /** During a rotation's overlap both the new and the old one, newest first. */
  readonly secrets: readonly string[]
}

/** The three headers of Standard Webhooks 1.0.0; one `v1,` signature for each secret. */
export function signatureHeaders({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => sign(secret, `${id}.${timestamp}.`, body))
      .join(' '),
  }
}

function sign(secret: string, prefix: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(prefix).update(body).digest('base64')}`
}
