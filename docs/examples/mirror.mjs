// Keeps a copy of an organization in SQLite: lists with their items, orders, distribution orders, jobs and vendors.
// TAKEOFF_URL=… TAKEOFF_TOKEN=… ORG_ID=1 WEBHOOK_SECRET=whsec_… node mirror.mjs [port] [database]
// READ_SECONDS=300 is the time between two reads of the pages. It needs Node 22.13 or newer, and @takeoff/client.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, createSync, TakeoffError, verifyWebhook } from '@takeoff/client'

const RESOURCES = ['lists', 'orders', 'distributionOrders', 'jobs', 'vendors']
const { TAKEOFF_URL, TAKEOFF_TOKEN, ORG_ID, WEBHOOK_SECRET, READ_SECONDS = '300' } = process.env
if (!TAKEOFF_URL || !TAKEOFF_TOKEN || !Number(ORG_ID) || !WEBHOOK_SECRET || !Number(READ_SECONDS)) {
  console.error(
    'Set TAKEOFF_URL, TAKEOFF_TOKEN, ORG_ID, and WEBHOOK_SECRET to the secret that webhookCreate answered.',
  )
  process.exit(2)
}
const printError = (error) => console.error(`${error.code ?? error.name}: ${error.message}`)
const [port = '5050', file = 'mirror.sqlite'] = process.argv.slice(2)

const database = new DatabaseSync(file)
database.exec(`
  pragma journal_mode = wal;
  create table if not exists cursor (resource text primary key, cursor text not null);
  create table if not exists inbox (position integer primary key autoincrement, body text not null unique)`)
for (const resource of RESOURCES)
  database.exec(`create table if not exists ${resource} (
    id text primary key, version integer not null, data text not null)`)

const findCursor = database.prepare('select cursor from cursor where resource = ?')
const keepCursor = database.prepare('insert or replace into cursor values (?, ?)')
const keepRecord = prepareForEach(
  (resource) => `insert into ${resource} as old values (?, ?, ?) on conflict (id)
    do update set version = excluded.version, data = excluded.data where excluded.version >= old.version`,
)
// Messages that say the same need one read; one that arrives during the read gets a new position, and is not removed.
const keepMessage = database.prepare('insert or replace into inbox (body) values (?)')
const findNext = database.prepare(
  'select * from inbox where position > ? order by position limit 1',
)
const findLast = database.prepare('select max(position) as last from inbox')
const removeUntil = database.prepare('delete from inbox where position <= ?')
const removeOne = database.prepare('delete from inbox where position = ?')

const client = createClient({ url: TAKEOFF_URL, token: TAKEOFF_TOKEN })
const sync = createSync(client, {
  orgId: Number(ORG_ID),
  resources: RESOURCES,
  store: {
    getCursor: (resource) => findCursor.get(resource)?.cursor,
    put: (resource, records, cursor) =>
      inTransaction(() => {
        for (const { id, version, data } of records)
          keepRecord[resource].run(id, version, JSON.stringify(data))
        if (cursor !== undefined) keepCursor.run(resource, cursor)
      }),
  },
})

createServer((request, response) => {
  // A sender that gets no response sends the message again.
  receive(request, response).catch(() => response.destroy())
}).listen(Number(port), '127.0.0.1', function () {
  console.log(`listening on http://127.0.0.1:${this.address().port}/`)
})
// Every write is a transaction, so the program may end at any moment: what was begun is done again.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))

let work = Promise.resolve()
for (;;) {
  scheduleWork()
  const { last } = findLast.get()
  // The pages have what the messages before tell of: after an outage they are much quicker than thousands of reads.
  const settle = () =>
    console.log(`the pages are read, for ${removeUntil.run(last).changes} messages too`)
  await sync.run().then(settle, printError)
  await delay(Number(READ_SECONDS) * 1000)
}

/** Stores a message and responds; it is processed afterwards. */
async function receive(request, response) {
  const body = await buffer(request)
  const event = await verifyWebhook(request.headers, body, WEBHOOK_SECRET).catch((error) => {
    if (!(error instanceof TakeoffError)) throw error
  })
  if (event === undefined) return response.writeHead(401).end()
  if (event.code) console.log(`code for webhookVerify: ${event.code}`)
  else keepMessage.run(body.toString())
  response.writeHead(204).end()
  scheduleWork()
}

function scheduleWork() {
  work = work.then(workOff)
}

/** A message that fails stays, and is tried again after the next one or the next read of the pages. */
async function workOff() {
  for (let next = findNext.get(0); next !== undefined; next = findNext.get(next.position))
    await sync.receive(JSON.parse(next.body)).then(() => removeOne.run(next.position), printError)
}

function prepareForEach(sqlFor) {
  return Object.fromEntries(RESOURCES.map((each) => [each, database.prepare(sqlFor(each))]))
}

function inTransaction(writes) {
  database.exec('begin immediate')
  try {
    writes()
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
