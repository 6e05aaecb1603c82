import { UnauthenticatedError } from '@takeoff/kit/errors'
import { secretsMatch } from '@takeoff/kit/service-secret'
import type { FastifyInstance } from 'fastify'
import type { RawMessage } from './take-in-events.ts'

export const EVENTS_PATH = '/events'
const BODY_BYTES_MAX = 8 * 1_048_576

export interface EventsRouteOptions {
  /** Bearer secret; the route is closed to everyone while it is empty. */
  readonly secret: string
  /** Resolves once the messages are committed. */
  readonly takeIn: (messages: readonly RawMessage[]) => Promise<void>
}

/** The http carrier: POST /events with one envelope or an array of them. 2xx says that all are safe. */
export function addEventsRoute(app: FastifyInstance, { secret, takeIn }: EventsRouteOptions): void {
  void app.register((scope, _options, registered) => {
    // Read as bytes, so that what is no JSON can be set aside as it came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route<{ Body: Buffer | undefined }>({
      method: 'POST',
      url: EVENTS_PATH,
      bodyLimit: BODY_BYTES_MAX,
      onRequest(request, _reply, done) {
        done(holdsSecret(request.headers.authorization, secret) ? undefined : notAllowed())
      },
      async handler(request, reply) {
        await takeIn(messagesOf(request.body ?? Buffer.alloc(0)))
        return reply.code(204).send()
      },
    })
    registered()
  })
}

function holdsSecret(authorization: string | undefined, secret: string): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  return secret !== '' && secretsMatch(given, secret)
}

function notAllowed(): UnauthenticatedError {
  return new UnauthenticatedError('POST /events needs "Authorization: Bearer" with EVENTS_SECRET.')
}

/** An array is taken apart, so that one bad envelope does not spoil the others. */
function messagesOf(body: Buffer): RawMessage[] {
  const parts = arrayOf(body)?.map((part) => Buffer.from(JSON.stringify(part))) ?? [body]
  return parts.map((part) => ({ carrier: 'http', messageId: undefined, body: part }))
}

function arrayOf(body: Buffer): unknown[] | undefined {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}
