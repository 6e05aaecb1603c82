import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'
import { HttpClient, HttpError } from '../http/http-client.ts'
import type { HttpResponse } from '../http/http-client.ts'
import type { Publisher } from './publisher.ts'
import { traceHeaders } from './publish-spans.ts'

const CONNECTIONS = 4
const RESPONSE_TIMEOUT_MS = 5_000
/** Maximum bytes read of an unused body. */
const RESPONSE_BYTES_MAX = 65_536

/**
 * Posts envelopes straight to the webhook service, which responds with 2xx once they are committed there. Changes of
 * vendors are not posted: without a broker production-lists reads them from their owner.
 */
export function createHttpPublisher(
  eventsUrl: string,
  {
    secret,
    certificates,
    timeoutMs = RESPONSE_TIMEOUT_MS,
  }: {
    readonly secret: string
    readonly certificates?: string | undefined
    readonly timeoutMs?: number
  },
): Publisher {
  const { origin, pathname } = new URL(eventsUrl)
  const client = new HttpClient({
    connections: CONNECTIONS,
    timeoutMs,
    responseBytesMax: RESPONSE_BYTES_MAX,
    certificates,
  })
  return {
    blocked: false,
    open: () => Promise.resolve(),
    async publish(all) {
      const events = all.filter(({ name }) => name !== VENDOR_CHANGED)
      if (events.length === 0) return
      const request = {
        origin,
        path: pathname,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${secret}`,
          ...traceHeaders(events),
        },
        body: `[${events.map(({ body }) => body).join()}]`,
      } as const
      const { statusCode } = await client.request(request).catch(responseSoFar)
      if (statusCode < 200 || statusCode > 299)
        throw new Error(
          `the webhook service responded with ${statusCode} to ${events.length} events`,
        )
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** The status alone decides, even if the body never ends. */
function responseSoFar(error: unknown): HttpResponse {
  if (error instanceof HttpError && error.response !== undefined) return error.response
  throw error
}
