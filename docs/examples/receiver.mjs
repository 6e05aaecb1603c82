// A webhook receiver: node docs/examples/receiver.mjs [port]
import { createServer } from 'node:http'
import { isGenuine } from './verify/verify.mjs'

// Known after webhookCreate has answered; the handshake itself may be accepted without it.
const secret = process.env.WEBHOOK_SECRET ?? ''
const seen = new Set()

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (secret !== '' && !isGenuine(request.headers, body, secret)) {
      return response.writeHead(401).end()
    }
    // A delivery may come twice; its webhook-id is the same then.
    const id = request.headers['webhook-id']
    if (!seen.has(id)) console.log(body.toString())
    seen.add(id)
    response.writeHead(204).end()
  })
}).listen(Number(process.argv[2] ?? 5050), '127.0.0.1', function () {
  console.log(`listening on http://127.0.0.1:${this.address().port}/`)
})
