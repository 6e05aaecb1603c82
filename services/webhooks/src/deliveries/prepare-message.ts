import type { WebhookPayload } from '@takeoff/contracts/webhook-payloads'
import type { SecretBox } from '@takeoff/kit/secret-box'
import { payloadOf, verificationPayload } from '../payloads.ts'
import { signatureHeaders, signingKey } from '../signing.ts'
import { isWebhookEvent, VERIFICATION_EVENT } from '../webhook-events.ts'
import { readCustomHeaders } from './custom-headers.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import { remembering } from './remembering.ts'
import type { Message } from './sender.ts'

/** Secrets and headers kept open, each some hundred bytes: to open one takes as long as half a request. */
const OPEN_MAX = 10_000

export interface PreparedMessage extends Message {
  /** What must not be kept when the receiver sends it back. */
  readonly confidential: readonly string[]
}

/**
 * Renders and signs the body of an attempt.
 * @throws Error when a secret cannot be opened, or the event is of a version that is not known here
 */
export type PrepareMessage = (delivery: LeasedDelivery, at: Date) => PreparedMessage

export function createPrepareMessage(secretBox: SecretBox): PrepareMessage {
  const keyOf = remembering(OPEN_MAX, (sealed) => signingKey(secretBox.open(sealed)))
  const headersOf = remembering(OPEN_MAX, (sealed) => readCustomHeaders(secretBox.open(sealed)))
  return (delivery, at) => {
    const { event, target } = delivery
    const custom = target.sealedHeaders === null ? {} : headersOf(target.sealedHeaders)
    const code = event === VERIFICATION_EVENT ? [secretBox.open(target.sealedCode)] : []
    const body = Buffer.from(JSON.stringify(payload(delivery, code)))
    const keys = target.sealedSecrets.map(keyOf)
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
