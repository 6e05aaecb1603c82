import { request } from 'undici'
import type { Received, Reply } from './local-receiver.ts'

/** Slightly less than the platform's own timeout. */
const TIMEOUT_MS = 14_500
/** Headers of the connection, not of the message. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])
const RETURNED_HEADERS = new Set(['content-type', 'retry-after'])

/** Posts the same bytes with the same headers and returns the response, or 502 if there is none. */
export async function forward(url: string, { headers, body }: Received): Promise<Reply> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: without(headers, (name) => CONNECTION_HEADERS.has(name)),
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return {
      status: response.statusCode,
      headers: without(response.headers, (name) => !RETURNED_HEADERS.has(name)),
      body: Buffer.from(await response.body.arrayBuffer()),
    }
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string }
    const why = name === 'TimeoutError' ? 'no response in time' : (code ?? message)
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
