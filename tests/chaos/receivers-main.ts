import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { VERIFICATION_EVENT } from '@takeoff/webhooks/messages/webhook-events'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'

const LOOPBACK = '127.0.0.1'
/** Response delay, so that deliveries are under way when their sender is killed. */
const RESPONSE_MS = 10
const ERROR_SHARE = 0.2
const HANG_SHARE = 0.05

/** The first message to the parent, which uses the control URL for all further requests. */
export interface Reported {
  readonly urls: Readonly<Record<ReceiverName, string>>
  readonly controlUrl: string
}

/**
 * `absent` is down for a while; `flaky` fails every fifth request and hangs every twentieth; `ordered` responds
 * like `steady`, but its subscription keeps the order of each list.
 */
export type ReceiverName = 'steady' | 'absent' | 'flaky' | 'ordered'

export interface SeenHandshake {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** All requests with one webhook-id. */
export interface SeenDelivery {
  readonly webhookId: string
  readonly event: string
  readonly listId: number
  attempts: number
  /** Epoch milliseconds of the first of them. */
  readonly firstAt: number
  /** Responses of 204, even if the sender had disconnected. */
  acknowledged: number
  /** Epoch milliseconds of the first of them; 0 before. */
  acknowledgedAt: number
}

type Outcome = 'well' | 'error' | 'reset' | 'hang'

interface Receiver {
  readonly server: Server
  isDown: boolean
  readonly url: string
  readonly handshakes: SeenHandshake[]
  readonly seen: Map<string, SeenDelivery>
}

// node receivers-main.ts SEED
const random = seededRandom(Number(process.argv[2]))
const hung = new Set<string>()
const receivers: Readonly<Record<ReceiverName, Receiver>> = {
  steady: await startReceiver(() => 'well'),
  absent: await startReceiver(() => 'well'),
  flaky: await startReceiver(decideFlaky),
  ordered: await startReceiver(() => 'well'),
}
const control = await listen(createServer(handleControl))
process.on('disconnect', () => process.exit())
const reported: Reported = {
  urls: {
    steady: receivers.steady.url,
    absent: receivers.absent.url,
    flaky: receivers.flaky.url,
    ordered: receivers.ordered.url,
  },
  controlUrl: urlOf(control),
}
process.send?.(reported)

async function startReceiver(decide: (seen: SeenDelivery) => Outcome): Promise<Receiver> {
  const handshakes: SeenHandshake[] = []
  const seen = new Map<string, SeenDelivery>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const payload = JSON.parse(body) as Payload
    if (payload.event === VERIFICATION_EVENT) {
      handshakes.push({ headers, body })
      response.writeHead(204).end()
      return
    }
    const delivery = noted(seen, headers['webhook-id'] ?? '', payload)
    const outcome = decide(delivery)
    if (outcome === 'hang') return
    await delay(RESPONSE_MS)
    if (outcome === 'reset') response.destroy()
    else if (outcome === 'error') response.writeHead(500).end()
    else {
      delivery.acknowledged += 1
      delivery.acknowledgedAt ||= Date.now()
      response.writeHead(204).end()
    }
  }
  const server = await listen(
    createServer((request, response) => {
      // A killed sender leaves an incomplete request.
      take(request, response).catch(() => response.destroy())
    }),
  )
  const receiver = { server, isDown: false, url: urlOf(server), handshakes, seen }
  // The port stays bound, so that no other process gets the requests to this one.
  server.on('connection', (socket) => {
    if (receiver.isDown) socket.resetAndDestroy()
  })
  return receiver
}

interface Payload {
  readonly event: string
  readonly project_management_production_list_id: number
}

function noted(
  seen: Map<string, SeenDelivery>,
  webhookId: string,
  { event, project_management_production_list_id: listId }: Payload,
): SeenDelivery {
  const known = seen.get(webhookId)
  const delivery = known ?? {
    webhookId,
    event,
    listId,
    attempts: 0,
    firstAt: Date.now(),
    acknowledged: 0,
    acknowledgedAt: 0,
  }
  delivery.attempts += 1
  seen.set(webhookId, delivery)
  return delivery
}

/** A delivery hangs at most once, because each hang lasts for the full timeout of an attempt. */
function decideFlaky({ webhookId }: SeenDelivery): Outcome {
  const share = random()
  if (share < ERROR_SHARE) return share < ERROR_SHARE / 2 ? 'error' : 'reset'
  if (share >= ERROR_SHARE + HANG_SHARE || hung.has(webhookId)) return 'well'
  hung.add(webhookId)
  return 'hang'
}

/** Serves /handshakes, /seen, /leave and /return for the receiver in `?name=`. */
function handleControl(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', reported.controlUrl)
  const receiver = receivers[searchParams.get('name') as ReceiverName]
  response.end(JSON.stringify(controlResult(pathname, receiver)))
}

function controlResult(pathname: string, receiver: Receiver): unknown {
  if (pathname === '/handshakes') return receiver.handshakes
  if (pathname === '/seen') return [...receiver.seen.values()]
  receiver.isDown = pathname === '/leave'
  if (receiver.isDown) receiver.server.closeAllConnections()
  return receiver.isDown
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  return server
}

function urlOf(server: Server): string {
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`
}
