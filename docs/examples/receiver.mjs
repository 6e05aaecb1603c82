// A webhook receiver: WEBHOOK_SECRET=whsec_… node docs/examples/receiver.mjs [port]
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { isGenuine } from './verify/verify.mjs'

const { values, positionals } = parseArgs({
  options: { unverified: { type: 'boolean' } },
  allowPositionals: true,
})
// webhookCreate answers the secret after this has started: a first look has none, and believes every sender.
const secret = values.unverified ? undefined : process.env.WEBHOOK_SECRET
if (!secret && !values.unverified) {
  console.error(
    'Set WEBHOOK_SECRET to the secret that webhookCreate answered, or add --unverified.',
  )
  process.exit(2)
}
const seen = new Set()

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (secret && !isGenuine(request.headers, body, secret)) return response.writeHead(401).end()
    // A delivery may come twice; its webhook-id is the same then.
    const id = request.headers['webhook-id']
    if (!seen.has(id)) console.log(body.toString())
    seen.add(id)
    response.writeHead(204).end()
  })
}).listen(Number(positionals[0] ?? 5050), '127.0.0.1', function () {
  console.log(`listening on http://127.0.0.1:${this.address().port}/`)
})
