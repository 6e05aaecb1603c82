import { randomFillSync } from 'node:crypto'
import { traceparentOf as traceparentOfSpan } from '@takeoff/kit/service/tracing'
import { parseTraceparent } from '@takeoff/kit/values/traceparent'
import type { FastifyRequest } from 'fastify'

/** Bytes of a trace id and a span id. */
const ID_BYTES = 16 + 8

/** What subgraphs get with a request: the position of its span, or where no traces are recorded the client's. */
export function traceparentOfRequest({
  headers,
  scope,
}: Pick<FastifyRequest, 'headers' | 'scope'>): string {
  const { span } = scope
  return span === undefined ? traceparentOf(headers['traceparent']) : traceparentOfSpan(span)
}

/** The client's `traceparent` if it is valid, else a new one that is sampled. */
export function traceparentOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && parseTraceparent(header) !== undefined) return header
  const hex = randomIds()
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`
}

/** Random bytes for 170 traces: one large call takes about as long as a small one. */
const pool = Buffer.alloc(170 * ID_BYTES)
let usedBytes = pool.length

function randomIds(): string {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += ID_BYTES
  return pool.toString('hex', usedBytes - ID_BYTES, usedBytes)
}
