import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'

const FAULTS = ['503', '429', 'dropped connection', 'lost response', 'broken response'] as const
/** The part of the requests that meets a fault. */
const FAULT_RATE = 0.4

type Fault = (typeof FAULTS)[number]

/** Forwards requests to a GraphQL endpoint, and injects faults by a seed. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string
  readonly injected: Readonly<Record<Fault, number>>
}

export async function startFaultyProxy(target: string, seed: number): Promise<FaultyProxy> {
  const random = seededRandom(seed)
  const injected = {
    503: 0,
    429: 0,
    'dropped connection': 0,
    'lost response': 0,
    'broken response': 0,
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const fault = random() < FAULT_RATE ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
    if (fault !== undefined) injected[fault] += 1
    if (fault === '503') return void response.writeHead(503).end('busy')
    if (fault === '429') return void response.writeHead(429, { 'retry-after': '0' }).end()
    if (fault === 'dropped connection') return void response.destroy()
    const answer = await forward(target, request, body)
    if (fault === 'lost response') return void response.destroy()
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer.text),
    })
    if (fault !== 'broken response') return void response.end(answer.text)
    response.write(answer.text.slice(0, 10), () => response.destroy())
  }
  const server = await startLocalServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  return { ...server, url: `${server.url}/graphql`, injected }
}

async function forward(
  target: string,
  { headers }: IncomingMessage,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const forwarded = ['authorization', 'content-type', 'accept', 'idempotency-key']
    .map((name) => [name, headers[name]])
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const response = await fetch(target, { method: 'POST', headers: forwarded, body })
  return { status: response.status, text: await response.text() }
}
