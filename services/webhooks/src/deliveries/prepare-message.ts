import type { SecretBox } from '@takeoff/kit/secret-box'
import { payloadOf, verificationPayload } from '../payloads.ts'
import type { Payload } from '../payloads.ts'
import { signatureHeaders } from '../signing.ts'
import { isWebhookEvent, VERIFICATION_EVENT } from '../webhook-events.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { Message } from './sender.ts'

/**
 * Renders and signs the body of an attempt.
 * @throws Error when a secret cannot be opened, or the event is of a version that is not known here
 */
export function prepareMessage(delivery: ClaimedDelivery, secretBox: SecretBox, at: Date): Message {
  const body = Buffer.from(JSON.stringify(payload(delivery, secretBox)))
  const secrets = delivery.sealedSecrets.map((sealed) => secretBox.open(sealed))
  return {
    url: delivery.url,
    headers: signatureHeaders({ id: delivery.id, at, body, secrets }),
    body,
  }
}

function payload(
  { event, data, webhookId, sealedCode }: ClaimedDelivery,
  secretBox: SecretBox,
): Payload {
  if (event === VERIFICATION_EVENT)
    return verificationPayload(secretBox.open(sealedCode), webhookId)
  if (!isWebhookEvent(event)) throw new Error(`no payload is known for the event ${event}`)
  return payloadOf(event, data, webhookId)
}
