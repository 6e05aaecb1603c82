import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CONNECTION_LIMITS, connectionOptions } from './connection-limits.ts'
import { problem } from './problem.ts'
import { headersOfAll, requestIdOf } from './request-scope.ts'
import { tlsFilesOf } from './tls.ts'
import type { TlsFiles } from './tls.ts'
import type { TlsVariables } from '../service/joint-violations.ts'

const RETRY_AFTER_SECONDS = 1

/** An HTTP server that listens while its application still starts, as during migrations. */
export interface EarlyServer extends AsyncDisposable {
  /** Makes this the server of a Fastify application. */
  readonly serverFactory: (application: RequestListener) => Server
  /** The files of its certificate; undefined for plain HTTP. */
  readonly tls: TlsFiles | undefined
  /** Base address, without a slash at the end. */
  readonly url: string
  /** Serves the application from now on. */
  open(): void
  /** Stops listening; resolves when the last connection is closed. Disposal closes the connections. */
  close(): Promise<void>
}

/**
 * Listens before there is an application: `/health/live` responds with 200, every other address with 503 and
 * `Retry-After`, so that an orchestrator does not restart a process whose migrations take long.
 */
export async function listenEarly(
  config: TlsVariables & { readonly host: string; readonly port: number },
): Promise<EarlyServer> {
  const { host, port } = config
  const tls = tlsFilesOf(config)
  const options = connectionOptions(CONNECTION_LIMITS, tls)
  const { requestTimeout, keepAliveTimeout, maxRequestsPerSocket } = options
  let application: RequestListener = respondEarly
  let serve = application
  const onRequest: RequestListener = (request, response) => serve(request, response)
  const server =
    'https' in options
      ? createTlsServer(options.https ?? {}, onRequest)
      : createServer(options.http ?? {}, onRequest)
  Object.assign(server, { requestTimeout, keepAliveTimeout, maxRequestsPerSocket })
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve)
  })
  const close = (): Promise<void> => {
    // One that was drained has stopped listening, and may still have requests in progress.
    if (server.listening) server.close()
    return closed
  }
  server.listen({ host, port })
  await once(server, 'listening')
  const { address, family, port: bound } = server.address() as AddressInfo
  return {
    serverFactory(listener) {
      application = listener
      return server
    },
    tls,
    url: `${tls === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    open() {
      serve = application
    },
    close,
    async [Symbol.asyncDispose]() {
      const closing = close()
      server.closeAllConnections()
      await closing
    },
  }
}

const respondEarly: RequestListener = (request, response) => {
  request.resume()
  const requestId = requestIdOf(request)
  for (const [name, value] of Object.entries(headersOfAll(requestId)))
    response.setHeader(name, value)
  if (request.method === 'GET' && request.url === '/health/live')
    return send(response, 200, { status: 'ok' })
  response.setHeader('retry-after', RETRY_AFTER_SECONDS)
  send(response, 503, {
    ...problem({ statusCode: 503 }, requestId),
    detail: 'The service is starting. Try again in a moment.',
    code: 'NOT_READY',
  })
}

function send(response: ServerResponse, status: number, body: object): void {
  const type = status === 200 ? 'application/json; charset=utf-8' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}
