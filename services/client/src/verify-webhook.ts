import { TakeoffError } from './errors.ts'
import { parseObject } from './transport.ts'
import { webCrypto } from './web-crypto.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** Headers as a `Request` has them, or as Node's server has them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Options of a verification. */
export interface VerifyOptions {
  /** How far the message's time may differ from the clock. Default: 300. */
  readonly toleranceSeconds?: number | undefined
}

const TOLERANCE_SECONDS = 300

/**
 * The payload of a webhook, when it comes from Takeoff.
 * @param body exactly as it arrived, before anything has parsed it
 * @param secret `whsec_…`, or several while a secret is replaced
 * @throws TakeoffError with WEBHOOK_NOT_GENUINE: respond with 400
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw notGenuine('a header webhook-… is missing')
  // Written so that what is no number is refused, too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw notGenuine(`it is not of the last ${toleranceSeconds} seconds; check the clock`)
  const bytes = bytesOf(body)
  const signed = concat(bytesOf(`${id}.${timestamp}.`), bytes)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const given = signatures.split(' ').filter((signature) => signature.startsWith('v1,'))
  for (const each of secrets)
    for (const signature of given)
      if (await isSignedBy(each, signature.slice(3), signed)) return payloadOf(bytes)
  throw notGenuine('no signature fits; the secret is of another webhook, or the body was changed')
}

async function isSignedBy(
  secret: string,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const mac = fromBase64(signature)
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (key === undefined || key.length === 0)
    throw new TypeError('A secret is whsec_ and Base64, as webhookCreate has returned it.')
  if (mac === undefined) return false
  const { subtle } = await webCrypto()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', key, algorithm, false, ['verify'])
  return subtle.verify('HMAC', imported, mac, signed)
}

function payloadOf(bytes: Uint8Array): WebhookEvent {
  const payload = parseObject(new TextDecoder().decode(bytes))
  if (payload === undefined) throw notGenuine('its body is no JSON object')
  return payload as unknown as WebhookEvent
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return new Uint8Array(body)
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const notGenuine = (why: string): TakeoffError =>
  new TakeoffError({ code: 'WEBHOOK_NOT_GENUINE', message: `The webhook is refused: ${why}.` })
