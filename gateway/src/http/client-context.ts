import { CLIENT_ADDRESS, plainAddress } from '@takeoff/kit/http/client-address'
import { headerOf } from '@takeoff/kit/http/header'
import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../execution/request-context.ts'
import { traceparentOfRequest } from './traceparent.ts'

/** The client headers that are forwarded, besides those that every request has. */
const FORWARDED = ['authorization', 'idempotency-key'] as const

type ClientRequest = Pick<FastifyRequest, 'id' | 'ip' | 'headers' | 'scope'>

type ContextParts = Pick<RequestContext, 'caller' | 'turns' | 'validFor' | 'client'>

export function contextOf(
  request: ClientRequest,
  { caller, turns, validFor, client }: ContextParts,
): RequestContext {
  return {
    requestId: request.id,
    forwarded: forwardedHeaders(request),
    traceparent: traceparentOfRequest(request),
    span: request.scope.span,
    caller,
    turns,
    validFor,
    clientName:
      headerOf(request, 'graphql-client-name') || headerOf(request, 'apollographql-client-name'),
    client,
    warnings: [],
    missingTypes: new Set(),
  }
}

function forwardedHeaders(request: ClientRequest): string[] {
  const headers = ['x-request-id', request.id]
  const address = plainAddress(request.ip)
  if (address !== undefined) headers.push(CLIENT_ADDRESS, address)
  for (const name of FORWARDED) {
    const value = headerOf(request, name)
    if (value !== undefined) headers.push(name, value)
  }
  return headers
}
