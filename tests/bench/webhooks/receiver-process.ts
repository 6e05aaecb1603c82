import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveMethods } from '../methods.ts'
import { readRequests } from '../read-requests.ts'
import { nowMs } from './now-ms.ts'

/**
 * A receiver at the minimal cost of a Node process: requests are parsed from the bytes by hand. It
 * records which event arrived at which subscription, so that a run detects lost events and duplicates. The
 * number of an event is the production list's id in its payload; that of a subscription is the path of its url.
 */

const NO_CONTENT = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')
const FAILURE = Buffer.from('HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n')
/** `POST /` is followed by one character: the slot of the subscription, or how the receiver responds. */
const PATH_AT = 6
const LIST_ID = '"project_management_production_list_id":'
const SLOW_MS = 200

interface Range {
  readonly first: number
  readonly count: number
}

/** The arrivals of the events from `first` on. */
const seen = {
  first: 1,
  /** Bit n: arrived at the subscription of slot n. */
  slots: new Uint8Array(0),
  /** Time of the first arrival. */
  atMs: new Float64Array(0),
  distinct: 0,
  duplicates: 0,
  strangers: 0,
}
/** Webhook id → verification code. */
const codes = new Map<number, string>()

const methods = {
  port: () => (server.address() as AddressInfo).port,
  expect({ first, count }: Range): void {
    Object.assign(seen, { first, distinct: 0, duplicates: 0, strangers: 0 })
    seen.slots = new Uint8Array(count)
    seen.atMs = new Float64Array(count)
  },
  counts: () => ({
    distinct: seen.distinct,
    duplicates: seen.duplicates,
    strangers: seen.strangers,
    atMs: nowMs(),
  }),
  arrivals: () => seen.atMs,
  async codeOf(webhookId: number): Promise<string> {
    for (;;) {
      const code = codes.get(webhookId)
      // Webhook ids restart with each database.
      codes.delete(webhookId)
      if (code !== undefined) return code
      await sleep(5)
    }
  },
}

export type ReceiverMethods = typeof methods

const server = createServer({ noDelay: true }, (socket) => {
  readRequests(socket, (body, head) => receive(socket, head, body))
})
// Every subscription has its own address, as real receivers do.
server.listen(0, '0.0.0.0', () => serveMethods(methods))

function receive(socket: Socket, head: string, body: string): void {
  const at = body.indexOf(LIST_ID)
  if (at < 0) {
    noteCode(body)
    socket.write(NO_CONTENT)
    return
  }
  const path = head.charAt(PATH_AT)
  const event = Number.parseInt(body.slice(at + LIST_ID.length), 10) - seen.first
  if (path === 'h') return
  if (path === 'f') return respondFlaky(socket, event)
  note(event, 1 << Number(path))
  socket.write(NO_CONTENT)
}

/** Of every 200 requests two fail, one is cut off and one is slow. */
function respondFlaky(socket: Socket, event: number): void {
  const dice = Math.random() * 200
  if (dice < 2) {
    socket.write(FAILURE)
  } else if (dice < 3) {
    socket.destroy()
  } else {
    note(event, 1)
    if (dice < 4) setTimeout(() => socket.write(NO_CONTENT), SLOW_MS)
    else socket.write(NO_CONTENT)
  }
}

function note(event: number, slot: number): void {
  const before = seen.slots[event]
  if (before === undefined) {
    seen.strangers += 1
  } else if ((before & slot) === 0) {
    if (before === 0) seen.atMs[event] = nowMs()
    seen.slots[event] = before | slot
    seen.distinct += 1
  } else {
    seen.duplicates += 1
  }
}

function noteCode(body: string): void {
  const { code, webhook_id: id } = JSON.parse(body) as { code?: string; webhook_id?: number }
  if (code !== undefined && id !== undefined) codes.set(id, code)
}
