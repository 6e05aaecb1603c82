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

/**
 * Renders and signs the body of an attempt.
 * @throws Error when a secret cannot be opened, or the event is of a version that is not known here
 */
export type PrepareMessage = (delivery: LeasedDelivery, at: Date) => Message

export function createPrepareMessage(secretBox: SecretBox): PrepareMessage {
  const keyOf = remembering(OPEN_MAX, (sealed) => signingKey(secretBox.open(sealed)))
  const headersOf = remembering(OPEN_MAX, (sealed) => readCustomHeaders(secretBox.open(sealed)))
  return (delivery, at) => {
    const { url, sealedSecrets, sealedHeaders } = delivery.target
    const body = Buffer.from(JSON.stringify(payload(delivery, secretBox)))
    const signed = signatureHeaders({ id: delivery.id, at, body, keys: sealedSecrets.map(keyOf) })
    const headers = sealedHeaders === null ? signed : { ...headersOf(sealedHeaders), ...signed }
    return { url, headers, body }
  }
}

function payload(
  { event, data, target: { webhookId, sealedCode } }: LeasedDelivery,
  secretBox: SecretBox,
): WebhookPayload {
  if (event === VERIFICATION_EVENT)
    return verificationPayload(secretBox.open(sealedCode), webhookId)
  if (!isWebhookEvent(event)) throw new Error(`no payload is known for the event ${event}`)
  return payloadOf(event, data, webhookId)
}
