// Is a webhook genuine? WEBHOOK_SECRET=whsec_… node verify.mjs ID TIMESTAMP SIGNATURES < body
import { createHmac, timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const TOLERANCE_SECONDS = 300

/** `body` is the Buffer that came, before anything has parsed it. */
export function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (!id || !timestamp || !signatures) return false
  // Written so that what is no number is refused, too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // Several while a secret is rotated; one that fits is enough.
  return signatures.split(' ').some((signature) => {
    const [version, given = ''] = signature.split(',')
    const bytes = Buffer.from(given, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [id, timestamp, signatures] = process.argv.slice(2)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  }
  const genuine = isGenuine(headers, await buffer(process.stdin), process.env.WEBHOOK_SECRET)
  console.log(genuine ? 'genuine' : 'refused')
}
