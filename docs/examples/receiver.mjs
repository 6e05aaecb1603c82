// A webhook receiver in full: node docs/examples/receiver.mjs [port]
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

// Known after webhookCreate has answered; the handshake itself may be accepted without it.
const secret = process.env.WEBHOOK_SECRET ?? ''
const seen = new Set()

createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    if (secret !== '' && !isGenuine(request.headers, body)) return response.writeHead(401).end()
    // A delivery may come twice; its webhook-id is the same then.
    const id = request.headers['webhook-id']
    if (!seen.has(id)) console.log(body)
    seen.add(id)
    response.writeHead(204).end()
  })
}).listen(Number(process.argv[2] ?? 5050), '127.0.0.1')

/** Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, and a timestamp at most five minutes old. */
function isGenuine(headers, body) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  } = headers
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // Two signatures while a secret is being rotated; one that fits is enough.
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.split(',')[1] ?? '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
