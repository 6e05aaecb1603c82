import type { ServerResponse } from 'node:http'
import type { Caller } from '@takeoff/kit/security/auth'
import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../execution/request-context.ts'
import { traceparentOf } from './traceparent.ts'

/** Of a client's headers, besides those that every request has. */
const FORWARDED = ['authorization', 'idempotency-key'] as const

type Asked = Pick<FastifyRequest, 'id' | 'headers'>

export function contextOf(
  request: Asked,
  caller: Caller | undefined,
  response: ServerResponse,
): RequestContext {
  return {
    requestId: request.id,
    forwarded: forwardedHeaders(request),
    caller,
    clientName:
      headerOf(request, 'graphql-client-name') || headerOf(request, 'apollographql-client-name'),
    clientSignal: clientSignalOf(response),
    warnings: [],
    missingTypes: new Set(),
  }
}

/** A trace is made where the client sent none that can be used. */
function forwardedHeaders(request: Asked): string[] {
  const traceparent = traceparentOf(request.headers['traceparent'])
  const headers = ['x-request-id', request.id, 'traceparent', traceparent]
  for (const name of FORWARDED) {
    const value = headerOf(request, name)
    if (value !== undefined) headers.push(name, value)
  }
  return headers
}

function headerOf(request: Asked, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** One for all: to make one for each of many clients that leave at once blocks the event loop. */
const LEFT = new Error('the client has closed the connection')

function clientSignalOf(response: ServerResponse): AbortSignal {
  const client = new AbortController()
  if (response.destroyed) client.abort(LEFT)
  response.on('close', () => {
    // Later, so that the event loop can do other work between the sockets of many clients and their requests.
    if (!response.writableFinished) setImmediate(() => client.abort(LEFT))
  })
  return client.signal
}
