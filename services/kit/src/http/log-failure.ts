import type { FastifyReply } from 'fastify'

/** Logs why a request failed. A request whose client has disconnected is no error of the service. */
export function logFailure({ raw, request, log }: FastifyReply, error: unknown): void {
  const details = { err: error, requestId: request.id }
  if (raw.destroyed) log.debug(details, 'client disconnected')
  else log.error(details, 'request failed')
}
