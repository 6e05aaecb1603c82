import type { ServerResponse } from 'node:http'
import type { Caller } from '@takeoff/kit/auth'
import type { FastifyRequest } from 'fastify'
import { ClientPresence } from '../execution/client-presence.ts'
import type { RequestContext } from '../execution/request-context.ts'
import { HeaderLines } from '../execution/wire/request-message.ts'
import type { Headers } from '../execution/wire/request-message.ts'
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
    forwarded: new HeaderLines(forwardedHeaders(request)),
    caller,
    clientName:
      headerOf(request, 'graphql-client-name') || headerOf(request, 'apollographql-client-name'),
    client: presenceOf(response),
    warnings: [],
    missingTypes: new Set(),
  }
}

/** A trace is made where the client sent none that can be used. */
function forwardedHeaders(request: Asked): Headers {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    traceparent: traceparentOf(request.headers['traceparent']),
  }
  for (const name of FORWARDED) {
    const value = headerOf(request, name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

function headerOf(request: Asked, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function presenceOf(response: ServerResponse): ClientPresence {
  const client = new ClientPresence()
  if (response.destroyed) client.leave()
  response.on('close', () => {
    if (!response.writableFinished) client.leave()
  })
  return client
}
