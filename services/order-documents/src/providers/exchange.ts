import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { networkErrorOf } from '@takeoff/kit/network-error'
import { parseRetryAfterMs } from '@takeoff/kit/retry-after'

const CONNECTIONS = 16
const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 1_048_576
/** Shorter than most servers keep an idle socket, so that we are the ones who close it. */
const KEEP_ALIVE_MS = 4_000
/** Anything shorter is found in texts by chance. */
const TOKEN_LENGTH_MIN = 8

export interface Question {
  readonly method: 'GET' | 'POST'
  /** Below the address of the provider, with a slash in front. */
  readonly path: string
  readonly accessToken: string
  readonly body?: object
}

export type Answer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfterMs: number | undefined
      /** Parsed JSON; undefined for anything else, or too much of it. */
      readonly body: unknown
    }
  /** `isSurelyUnsent`: not a byte of the question left us. */
  | { readonly kind: 'unanswered'; readonly reason: string; readonly isSurelyUnsent: boolean }

export interface Exchange extends AsyncDisposable {
  /** Never throws: what went wrong is an answer too. Redirects are answers and not followed. */
  ask(question: Question): Promise<Answer>
}

export interface ExchangeOptions {
  readonly url: string
  /** For all of it, from the connection to the last byte of the answer. */
  readonly timeoutMs: number
  readonly now: () => Date
}

/** Asks one server, with limits on time and on the length of what it says. */
export function openExchange(options: ExchangeOptions): Exchange {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs) },
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
  // What happens while a connection is made is told apart from what happens on one by its origin, not by
  // its code: a time-out has the same code in both.
  const connectionErrors = new WeakSet<Error>()
  agent.on('connectionError', (_origin, _targets, error) => connectionErrors.add(error))
  return {
    async ask(question) {
      try {
        const answer = await send(agent, question, options)
        return await read(answer, { ...question, now: options.now() })
      } catch (error) {
        const isSurelyUnsent = error instanceof Error && connectionErrors.has(error)
        return { kind: 'unanswered', reason: networkErrorOf(error), isSurelyUnsent }
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

function send(
  agent: Agent,
  { method, path, accessToken, body }: Question,
  { url, timeoutMs }: ExchangeOptions,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname } = new URL(url)
  return agent.request({
    origin,
    path: `${pathname.replace(/\/$/, '')}${path}`,
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'Takeoff/1.0',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
}

async function read(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { accessToken, now }: { readonly accessToken: string; readonly now: Date },
): Promise<Answer> {
  const retryAfter = headers['retry-after']
  return {
    kind: 'answered',
    status: statusCode,
    retryAfterMs: parseRetryAfterMs(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, now),
    body: await readJson(body, accessToken),
  }
}

/** The status has been given: a body that is cut off, too long or no JSON leaves it as it is. */
async function readJson(
  body: Dispatcher.ResponseData['body'],
  accessToken: string,
): Promise<unknown> {
  // Some servers repeat in a refusal what they were sent.
  const redact = (text: string): string =>
    accessToken.length < TOKEN_LENGTH_MIN ? text : text.replaceAll(accessToken, '[redacted]')
  try {
    return JSON.parse(await body.text(), (_key, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    ) as unknown
  } catch {
    return undefined
  }
}
