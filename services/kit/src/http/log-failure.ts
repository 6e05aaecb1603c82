import type { FastifyReply } from 'fastify'

/**
 * Logs why a request failed. A client that has closed its connection is no error of the service: what it had asked for
 * was cut off with it.
 */
export function logFailure({ raw, request, log }: FastifyReply, error: unknown): void {
  const details = { err: error, requestId: request.id }
  if (raw.destroyed) log.debug(details, 'client disconnected')
  else log.error(details, 'request failed')
}
