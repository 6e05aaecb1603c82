import type { Readable } from 'node:stream'
import { CLIENT_ADDRESS } from '@takeoff/kit/http/client-address'
import { sendUpstream } from '@takeoff/kit/http/send-upstream'
import { SERVICE_AUTHORIZATION } from '@takeoff/kit/http/service-tokens'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UpstreamConnections } from './upstream-connections.ts'

/** Paths of gateways, which are never forwarded to the console, even where this gateway does not serve them. */
const OWN: ReadonlySet<string> = new Set([
  'docs',
  'exports',
  'files',
  'graphiql',
  'graphql',
  'health',
  'llms.txt',
  'mcp',
  'measurement-files',
  'metrics',
])

/** Headers that are not forwarded in either direction: they concern one connection, or the gateway sets them. */
const DROPPED_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  CLIENT_ADDRESS,
  SERVICE_AUTHORIZATION,
])

interface Wildcard {
  readonly Params: { readonly '*': string }
}

/** Forwards pages to the console, and all requests of a browser's session: everything that has no other route. */
export function addConsoleRoutes(app: FastifyInstance, connections: UpstreamConnections): void {
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    forward(request, reply, connections)
  const ofPages = (request: FastifyRequest<Wildcard>, reply: FastifyReply) => {
    // As the router has read it: the one of the console reads escapes and whole addresses, too.
    const [first = ''] = request.params['*'].split('/', 1)
    if (!OWN.has(first)) return handler(request, reply)
    reply.callNotFound()
    return reply
  }
  void app.register((scope, _options, done) => {
    // Bodies are streamed, whatever they are; the console checks them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload))
    for (const url of ['/session', '/session/*'])
      scope.route({ method: ['GET', 'HEAD', 'POST'], url, exposeHeadRoute: false, handler })
    scope.route<Wildcard>({
      method: ['GET', 'HEAD'],
      url: '/*',
      exposeHeadRoute: false,
      handler: ofPages,
    })
    done()
  })
}

async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  connections: UpstreamConnections,
): Promise<FastifyReply> {
  const response = await connections.forward(request, reply, {
    caller: request.ip,
    noun: 'page',
    path: request.url,
    headers: headersOf(request),
    body: request.body as Readable | undefined,
  })
  return sendUpstream(reply, response, (name) => !DROPPED_HEADERS.has(name))
}

function headersOf(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !DROPPED_HEADERS.has(name)) headers[name] = value
  if (request.headers.host !== undefined) headers['x-forwarded-host'] = request.headers.host
  return headers
}
