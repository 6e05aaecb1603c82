import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Closes the connection of a client that reads nothing of a streamed response for this long: its download counts toward
 * the limit of its organization, and keeps a file or rows open. The bytes that wait on the connection are watched, not
 * the stream, which may have ended before they are sent.
 */
export function endUnreadStreams(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', (request, { raw, log }, payload, done) => {
    if (payload instanceof Readable) {
      raw.setTimeout(limitMs, () => {
        // The client waits for the next bytes of the stream.
        if (raw.writableLength === 0) return
        log.warn({ requestId: request.id }, 'the client stopped reading')
        raw.destroy()
      })
    }
    done(null, payload)
  })
}
