import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newUuid } from './ids.ts'
import { problem } from './problem.ts'

const STATUSES: Readonly<Record<string, { readonly status: number; readonly detail: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The address and headers are too long.' },
}
const MALFORMED = { status: 400, detail: 'This is no HTTP request.' }

/** Answers what never became a request, because it is too slow, too long or no HTTP, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, detail } = STATUSES[error.code ?? ''] ?? MALFORMED
  const requestId = newUuid()
  const body = JSON.stringify(problem({ statusCode: status, message: detail }, requestId))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
  ]
  if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
