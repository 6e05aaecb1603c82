import { fastifyCors } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { CorsConfig } from './cors-config.ts'

/** How long a browser may reuse the response to a preflight; browsers take two hours at most. */
const MAX_AGE_SECONDS = 7200

const REQUEST_HEADERS = [
  'accept',
  'apollo-require-preflight',
  'apollographql-client-name',
  'apollographql-client-version',
  'authorization',
  'content-type',
  'graphql-client-name',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'range',
  'traceparent',
  'x-apollo-operation-name',
  'x-request-id',
]

/** Response headers that a page may read, besides the few that browsers let every page read. */
const RESPONSE_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'deprecation',
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-request-id',
  'x-supergraph-version',
  'x-takeoff-warning',
]

/** The methods of the addresses that pages of other origins may call. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/graphql': ['GET', 'POST'],
  '/mcp': ['POST'],
  '/files/*': ['GET', 'HEAD'],
  '/exports/*': ['GET'],
  '/exports/orders': ['GET'],
  '/exports/audit': ['GET'],
}

/** Lets pages of the configured origins call the API; without any no response has a header of CORS. */
export async function allowOrigins(app: FastifyInstance, config: CorsConfig): Promise<void> {
  const { corsOrigins, corsCredentials: credentials } = config
  if (corsOrigins.length === 0) return
  const origins = new Set(corsOrigins)
  await app.register(fastifyCors, {
    delegator(request, decide) {
      const { origin } = request.headers
      const methods = METHODS[request.routeOptions.url ?? '']
      if (methods === undefined || origin === undefined || !origins.has(origin))
        return decide(null, { origin: false })
      decide(null, {
        origin,
        methods: [...methods],
        credentials,
        allowedHeaders: REQUEST_HEADERS,
        exposedHeaders: RESPONSE_HEADERS,
        maxAge: MAX_AGE_SECONDS,
      })
    },
  })
}
