import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

const REASONS: Readonly<Record<string, string>> = {
  'Missing required headers': 'a header of the signature is missing',
  'Invalid Signature Headers': 'a header of the signature is missing',
  'Message timestamp too old': 'its timestamp is more than five minutes off',
  'Message timestamp too new': 'its timestamp is more than five minutes off',
  'No matching signature found': 'its signature does not fit the secret',
}

/** The reason why a message is not genuine, as its receiver detects it; undefined when it is genuine. */
export function findForgery(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): string | undefined {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
    return undefined
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return REASONS[error.message] ?? error.message
  }
}
