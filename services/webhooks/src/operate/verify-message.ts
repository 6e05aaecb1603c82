import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { signatureHeaders, signingKey } from '../signing.ts'

const TOLERANCE_SECONDS = 300

/** Why a message is not genuine, as its receiver finds out; undefined when it is. */
export function findForgery(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): string | undefined {
  const id = headers['webhook-id']
  const timestamp = Number(headers['webhook-timestamp'])
  const signatures = headers['webhook-signature']
  if (typeof id !== 'string' || typeof signatures !== 'string' || !Number.isSafeInteger(timestamp))
    return 'a header of the signature is missing'
  if (Math.abs(Date.now() / 1000 - timestamp) > TOLERANCE_SECONDS)
    return 'its timestamp is more than five minutes off'
  const expected = signatureHeaders({
    id,
    at: new Date(timestamp * 1000),
    body,
    keys: [signingKey(secret)],
  })['webhook-signature']
  const fits = signatures.split(' ').some((signature) => isSame(signature, expected ?? ''))
  return fits ? undefined : 'its signature does not fit the secret'
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
