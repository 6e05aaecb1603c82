import type { WebhookPayload } from '@takeoff/contracts/webhook-payloads'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { LRUCache } from 'lru-cache'
import { sealedPlace } from '../../db/webhook.ts'
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
  const signingKeyOf = openedOnce(secretBox, signingKey)
  const customHeadersOf = openedOnce(secretBox, readCustomHeaders)
  return (delivery, at) => {
    const { event, target } = delivery
    const webhook = { id: target.webhookId, orgId: target.orgId }
    const custom =
      target.sealedHeaders === null
        ? {}
        : customHeadersOf(target.sealedHeaders, sealedPlace('webhook.sealed_headers', webhook))
    const code =
      event === VERIFICATION_EVENT
        ? [secretBox.open(target.sealedCode, sealedPlace('webhook.verification_code', webhook))]
        : []
    const body = Buffer.from(JSON.stringify(payload(delivery, code)))
    const place = sealedPlace('webhook_secret.sealed', webhook)
    const keys = target.sealedSecrets.map((sealed) => signingKeyOf(sealed, place))
    return {
      url: target.url,
      headers: { ...custom, ...signatureHeaders({ id: delivery.id, at, body, keys }) },
      body,
      confidential: [...Object.values(custom), ...code],
    }
  }
}

/** The place is a part of the key: a text that was moved to another webhook must not be found. */
function openedOnce<T extends object>(
  secretBox: SecretBox,
  read: (plain: string) => T,
): (sealed: string, place: string) => T {
  const opened = new LRUCache<string, T>({ max: OPEN_MAX })
  return (sealed, place) => {
    const key = `${place} ${sealed}`
    const known = opened.get(key) ?? read(secretBox.open(sealed, place))
    opened.set(key, known)
    return known
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
