// Keeps each message once, answers, and works afterwards; killed at any moment it goes on where it was.
// WEBHOOK_SECRET=whsec_… node docs/examples/idempotent-receiver.mjs [port] [database], with Node 22.13 or newer
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { isGenuine } from './verify/verify.mjs'

const secret = process.env.WEBHOOK_SECRET
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret that webhookCreate answered.')
  process.exit(2)
}

const [port = '5050', file = 'inbox.sqlite'] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`create table if not exists inbox (
  webhook_id text primary key, body text not null, done integer not null default 0)`)
const keep = database.prepare(
  'insert into inbox (webhook_id, body) values (?, ?) on conflict do nothing',
)
const findNext = database.prepare('select * from inbox where done = 0 order by rowid limit 1')
const markDone = database.prepare('update inbox set done = 1 where webhook_id = ?')

createServer((request, response) => {
  // A sender that breaks off gets no response, and sends the message again.
  receive(request, response).catch(() => response.destroy())
}).listen(Number(port), '127.0.0.1', function () {
  console.log(`listening on http://127.0.0.1:${this.address().port}/`)
  workOff()
})

async function receive(request, response) {
  const body = await buffer(request)
  if (!isGenuine(request.headers, body, secret)) return response.writeHead(401).end()
  // A message that is known already changes nothing, and is answered like the first time.
  keep.run(request.headers['webhook-id'], body.toString())
  response.writeHead(204).end()
  setImmediate(workOff)
}

function workOff() {
  for (let message = findNext.get(); message !== undefined; message = findNext.get()) {
    handle(message.webhook_id, JSON.parse(message.body))
    markDone.run(message.webhook_id)
  }
}

/** Yours. May happen twice for a message when it dies in between: read the API, then write what you read. */
function handle(webhookId, payload) {
  console.log(webhookId, payload.event)
}
