import { randomUUID } from 'node:crypto'
import { traceparentOf as traceparentOfSpan } from '@takeoff/kit/service/tracing'
import { parseTraceparent } from '@takeoff/kit/values/traceparent'
import type { FastifyRequest } from 'fastify'

/**
 * The position in the trace that subgraphs get with a request: that of its span, or the client's where no traces are
 * recorded.
 */
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
  return `00-${randomHex()}-${randomHex().slice(16)}-01`
}

/** 32 digits of a UUID, of which six bits in the middle are fixed: neither its first nor its second half is zero. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}
