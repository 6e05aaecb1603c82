import type { WebhookPayload } from '@takeoff/contracts/webhook-payloads'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { LRUCache } from 'lru-cache'
import { signatureHeaders, signingKey } from '../../messages/signing.ts'
import {
  isWebhookEvent,
  payloadOf,
  VERIFICATION_EVENT,
  verificationPayload,
} from '../../messages/webhook-events.ts'
import { readCustomHeaders } from './custom-headers.ts'
import type { LeasedDelivery } from '../leases/leased-delivery.ts'
import type { WebhookRequest } from './sender.ts'

/** Maximum cached secrets and headers, some hundred bytes each: decrypting one takes as long as half a request. */
const OPEN_MAX = 10_000

export interface PreparedMessage extends WebhookRequest {
  /** Values that must not be stored when the receiver echoes them. */
  readonly confidential: readonly string[]
}

/**
 * Renders and signs the body of an attempt.
 * @throws Error when a secret cannot be decrypted, or the event is of an unknown version
 */
export type PrepareMessage = (delivery: LeasedDelivery, at: Date) => PreparedMessage

export function createPrepareMessage(secretBox: SecretBox): PrepareMessage {
  const signingKeys = new LRUCache<string, ReturnType<typeof signingKey>>({
    max: OPEN_MAX,
    memoMethod: (sealed) => signingKey(secretBox.open(sealed)),
  })
  const customHeaders = new LRUCache<string, ReturnType<typeof readCustomHeaders>>({
    max: OPEN_MAX,
    memoMethod: (sealed) => readCustomHeaders(secretBox.open(sealed)),
  })
  return (delivery, at) => {
    const { event, target } = delivery
    const custom = target.sealedHeaders === null ? {} : customHeaders.memo(target.sealedHeaders)
    const code = event === VERIFICATION_EVENT ? [secretBox.open(target.sealedCode)] : []
    const body = Buffer.from(JSON.stringify(payload(delivery, code)))
    const keys = target.sealedSecrets.map((sealed) => signingKeys.memo(sealed))
    return {
      url: target.url,
      headers: { ...custom, ...signatureHeaders({ id: delivery.id, at, body, keys }) },
      body,
      confidential: [...Object.values(custom), ...code],
    }
  }
}

function payload(
  { event, data, target }: LeasedDelivery,
  [code]: readonly string[],
): WebhookPayload {
  if (code !== undefined) return verificationPayload(code, target.webhookId)
  if (!isWebhookEvent(event)) throw new Error(`no payload is known for the event ${event}`)
  return payloadOf(event, data, target.webhookId)
}
