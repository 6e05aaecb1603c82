import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const READ_BYTES_MAX = 8_000_000
const READ_MS = 1_000

/**
 * Reads and discards a body that is refused by its size before it responds. A connection that is closed while its client
 * still sends is reset, and the client gets an error of the network instead of the response.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 413 || request.raw.complete) done(null, payload)
    else readOn(request.raw, () => done(null, payload))
  })
}

/** @param done called once: at the end, after `READ_BYTES_MAX`, or after `READ_MS` */
function readOn(body: Readable, done: () => void): void {
  let bytes = 0
  const stop = (): void => {
    clearTimeout(timer)
    body.off('data', count).off('end', stop).off('close', stop)
    done()
  }
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > READ_BYTES_MAX) stop()
  }
  const timer = setTimeout(stop, READ_MS)
  body.on('data', count).on('end', stop).on('close', stop).resume()
}
