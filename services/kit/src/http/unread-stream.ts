import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Closes the connection of a client that reads nothing of a streamed response for this long: it holds a place among its
 * organization's downloads, and what is being read for it. The bytes that wait on the connection are watched, not the
 * stream: it may have ended.
 */
export function endUnreadStreams(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    if (payload instanceof Readable) {
      raw.setTimeout(limitMs, () => {
        // Else the stream has no more bytes yet.
        if (raw.writableLength > 0) raw.destroy(new Error('the client stopped reading'))
      })
    }
    done(null, payload)
  })
}
