import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { networkErrorOf } from '@takeoff/kit/network-error'
import type { NetworkError } from '@takeoff/kit/network-error'
import { createGuardedConnector } from './guarded-connector.ts'
import type { Lookup } from './guarded-connector.ts'

const USER_AGENT = 'Takeoff-Webhooks/1.0'
const ANSWER_BYTES_MAX = 65_536
/** Shorter than most receivers keep an idle socket, so that we are the ones who close it. */
const KEEP_ALIVE_MS = 4_000

export interface SenderOptions {
  readonly allowLoopback: boolean
  readonly connectTimeoutMs: number
  /** For the whole attempt, from the first byte sent to the last one read. */
  readonly attemptTimeoutMs: number
  readonly lookup?: Lookup
}

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type Answer = { readonly durationMs: number } & (
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      readonly retryAfter: string | undefined
      /** The first 64 KiB. */
      readonly body: Buffer
    }
  | { readonly kind: 'unanswered'; readonly error: NetworkError }
)

export interface Sender extends AsyncDisposable {
  /** Never throws: what went wrong is an answer too. */
  send(message: Message, signal: AbortSignal): Promise<Answer>
}

/** Posts webhooks; redirects are answers like any other and never followed. */
export function createSender(options: SenderOptions): Sender {
  const agent = new Agent({
    connect: createGuardedConnector(options),
    headersTimeout: options.attemptTimeoutMs,
    bodyTimeout: options.attemptTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
  return {
    send: (message, signal) =>
      send(
        agent,
        message,
        AbortSignal.any([signal, AbortSignal.timeout(options.attemptTimeoutMs)]),
      ),
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

async function send(agent: Agent, message: Message, signal: AbortSignal): Promise<Answer> {
  const startedAt = performance.now()
  const durationMs = (): number => Math.round(performance.now() - startedAt)
  try {
    const answer = await post(agent, message, signal)
    const body = await readStart(answer.body)
    return {
      kind: 'answered',
      statusCode: answer.statusCode,
      retryAfter: headerOf(answer, 'retry-after'),
      body,
      durationMs: durationMs(),
    }
  } catch (error) {
    return { kind: 'unanswered', error: networkErrorOf(error), durationMs: durationMs() }
  }
}

function post(
  agent: Agent,
  { url, headers, body }: Message,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url)
  return agent.request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      accept: '*/*',
      ...headers,
    },
    body,
    signal,
  })
}

/**
 * The status has been given, so a body that is too long, too slow or cut off does not change the outcome;
 * it is only not read further.
 */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= ANSWER_BYTES_MAX) break
    }
  } catch {
    // What was read until then is kept.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX)
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
