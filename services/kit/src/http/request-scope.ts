import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { withSpan } from '../service/tracing.ts'
import type { Span } from '../service/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope
  }
}

/** State of the current request, available wherever its code runs. */
export interface RequestScope {
  readonly requestId: string
  /** SQL statements sent so far. */
  sqlStatements: number
  /** Of the request; undefined while no traces are recorded. */
  span?: Span | undefined
}

const REQUEST_ID = /^[\w.:-]{8,128}$/
const storage = new AsyncLocalStorage<RequestScope>()

/** Runs `work` within the scope of a request, which `currentRequest` finds. */
export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return withSpan(scope.span, () => storage.run(scope, work))
}

/** The scope of the request being served; undefined outside of requests. */
export function currentRequest(): RequestScope | undefined {
  return storage.getStore()
}

/**
 * A caller's id is used when it is harmless in logs and headers. A new one need not sort by time, and Node caches
 * random bytes for this kind: it takes a tenth of the time of one that sorts.
 */
export function requestIdOf(request: { readonly headers: IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** The headers of every response: the request's id, and that no browser may guess another media type than its own. */
export function headersOfAll(requestId: string) {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' } as const
}

/** Runs the handlers of each request in a scope of its own, and sets the headers that every response has. */
export function openRequestScopes(app: FastifyInstance): void {
  app.decorateRequest('scope')
  app.addHook('onRequest', (request, reply, done) => {
    request.scope = { requestId: request.id, sqlStatements: 0 }
    void reply.headers(headersOfAll(request.id))
    done()
  })
  // Not earlier: reading the body continues in the socket's context.
  app.addHook('preValidation', (request, _reply, done) => inRequestScope(request.scope, done))
}
