import { Pool } from 'undici'
import type { Publisher } from './bus.ts'

const CONNECTIONS = 4
const ANSWER_TIMEOUT_MS = 5_000

/** Posts envelopes straight to the webhook service, which answers 2xx once they are committed there. */
export function createHttpPublisher(
  eventsUrl: string,
  secret: string,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
): Publisher {
  const { origin, pathname } = new URL(eventsUrl)
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    connect: { timeout: answerTimeoutMs },
  })
  return {
    blocked: false,
    open: () => Promise.resolve(),
    async publish(events) {
      const answer = await pool.request({
        path: pathname,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        // Of the whole exchange: one that trickles in would hold the batch for ever.
        signal: AbortSignal.timeout(answerTimeoutMs),
        body: `[${events.map(({ body }) => body).join()}]`,
      })
      await answer.body.dump()
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        throw new Error(
          `the webhook service answered ${answer.statusCode} to ${events.length} events`,
        )
      }
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
