import { headerOf } from '@takeoff/kit/http/header'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyInstance } from 'fastify'
import { isBearer } from '../bearer-secret.ts'
import type { Ingest } from './create-ingest.ts'
import { readMessage } from './read-message.ts'

export const EVENTS_PATH = '/events'
const BODY_BYTES_MAX = 8 * 1_048_576

export interface EventsRouteOptions {
  /** Bearer secrets; while there are none, the route refuses every request. */
  readonly secrets: readonly string[]
  readonly ingest: Ingest
}

/** The HTTP transport: POST /events with one envelope or an array of them. 2xx means that all are committed. */
export function addEventsRoute(
  app: FastifyInstance,
  { secrets, ingest }: EventsRouteOptions,
): void {
  void app.register((scope, _options, registered) => {
    // Read as bytes, so that invalid JSON can be dead-lettered unchanged.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route<{ Body: Buffer | undefined }>({
      method: 'POST',
      url: EVENTS_PATH,
      bodyLimit: BODY_BYTES_MAX,
      onRequest(request, _reply, done) {
        done(isBearer(request.headers.authorization, secrets) ? undefined : notAllowed())
      },
      async handler(request, reply) {
        const body = request.body ?? Buffer.alloc(0)
        const origin = {
          carrier: 'http',
          messageId: undefined,
          traceparent: headerOf(request, 'traceparent'),
        } as const
        await ingest(readMessage({ ...origin, body }))
        return reply.code(204).send()
      },
    })
    registered()
  })
}

function notAllowed(): UnauthenticatedError {
  return new UnauthenticatedError('POST /events needs "Authorization: Bearer" with EVENTS_SECRET.')
}
