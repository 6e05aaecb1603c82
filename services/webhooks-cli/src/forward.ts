import { request } from 'undici'
import type { Received, Reply } from './local-receiver.ts'

/** A little less than the platform waits for an answer. */
const TIMEOUT_MS = 14_500
/** What belongs to a connection, not to a message. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])
const PASSED_BACK = new Set(['content-type', 'retry-after'])

/** Posts the same bytes with the same headers; the answer is passed back, 502 where there is none. */
export async function forward(url: string, { headers, body }: Received): Promise<Reply> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: without(headers, (name) => OF_THE_CONNECTION.has(name)),
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return {
      status: answer.statusCode,
      headers: without(answer.headers, (name) => !PASSED_BACK.has(name)),
      body: Buffer.from(await answer.body.arrayBuffer()),
    }
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string }
    const why = name === 'TimeoutError' ? 'no answer in time' : (code ?? message)
    return { status: 502, failure: `could not be forwarded to ${url}: ${why}` }
  }
}

function without(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  isLeftOut: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value !== 'string' || isLeftOut(name) ? [] : [[name, value]],
    ),
  )
}
