import { STATUS_CODES } from 'node:http'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { newUuid } from '../values/ids.ts'
import { problem } from './problem.ts'
import { headersOfAll } from './request-scope.ts'
import { readFiles } from './tls.ts'
import type { TlsFiles } from './tls.ts'

/** Limits of a server for connections; times in milliseconds. */
export interface ConnectionLimits {
  /** Size of the address and all headers together. */
  readonly headerBytesMax: number
  /** Limit from the first byte of a request, or the opening of a connection, to the end of its headers. */
  readonly headersTimeoutMs: number
  /** Limit from the first byte of a request to the last one of its body. */
  readonly requestTimeoutMs: number
  /** How long a connection may wait for its next request. */
  readonly keepAliveMs: number
  /** How long a connection may be silent, such as one whose client does not read; without it there is no limit. */
  readonly idleTimeoutMs?: number
  /** How long a client may read nothing of a streamed response; without it `idleTimeoutMs` holds. */
  readonly unreadTimeoutMs?: number
  /** Requests after which a connection is closed; without it never. */
  readonly requestsMax?: number
}

/** The limits that servers have unless configured otherwise. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headerBytesMax: 16_384,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 72_000,
  unreadTimeoutMs: 60_000,
}

/** How often connections are compared with their time limits; Node's default is 30 seconds. */
const CHECK_INTERVAL_MS = 1000

const STATUSES: Readonly<Record<string, { readonly status: number; readonly detail: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The address and headers are too long.' },
}
const CLOSE_DELAY_MS = 500
const MALFORMED = { status: 400, detail: 'This is no HTTP request.' }

/** Limits as options of Fastify, which does not pass on Node's `headersTimeout`. */
export function connectionOptions(
  limits: ConnectionLimits,
  tls?: TlsFiles,
): Omit<FastifyHttpOptions<Server>, 'logger'> {
  const { headersTimeoutMs, requestTimeoutMs } = limits
  const http = {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs, requestTimeoutMs),
  }
  return {
    ...(tls === undefined
      ? { http }
      : { https: { ...http, ...readFiles(tls), handshakeTimeout: headersTimeoutMs } }),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleTimeoutMs ?? 0,
    maxRequestsPerSocket: limits.requestsMax ?? 0,
    clientErrorHandler: sendClientError,
  }
}

/** Responds to bytes that never became a request (too slow, too long, or not HTTP) and closes the connection. */
function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // Bytes that follow are refused again, without another response.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  const { status, detail } = STATUSES[error.code ?? ''] ?? MALFORMED
  const requestId = newUuid()
  const body = JSON.stringify(problem({ statusCode: status, message: detail }, requestId))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headersOfAll(requestId)).map(([name, value]) => `${name}: ${value}`),
  ]
  if (!socket.writable) return void socket.destroy(error)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  // Ending it at once would reset the connection of a client that still sends, before it has read the response.
  const timer = setTimeout(() => socket.destroy(error), CLOSE_DELAY_MS)
  socket.once('end', () => socket.destroy(error)).once('close', () => clearTimeout(timer))
}
