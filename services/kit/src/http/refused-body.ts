import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequestError } from '../values/errors.ts'

const READ_BYTES_MAX = 8_000_000
const READ_MS = 1_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body of the route is a file, which cannot be split. */
    readonly takesFile?: boolean
  }
}

/** The error as the client sees it: of a body that is too large, with the limit of its route. */
export function withBodyLimit(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const isTooLarge = error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE
  if (!isTooLarge) return error
  const { bodyLimit: limit, config } = routeOptions
  if (config.takesFile) return fileTooLarge(limit)
  const message = `The body has more than ${limit} bytes. Split the request into smaller ones.`
  return new BadRequestError(message, { status: 413, limit })
}

/** The error of a file that has more bytes than a limit. */
export function fileTooLarge(limit: number): BadRequestError {
  return new BadRequestError(`The file has more than ${limit} bytes.`, { status: 413, limit })
}

/**
 * Reads and discards a body that is too large before the response is sent, and the rest of any unread body afterwards.
 * Otherwise the connection would be reset while the client still sends, and the client would see a network error instead
 * of the response.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 413 || request.raw.complete) done(null, payload)
    else readOn(request.raw, () => done(null, payload))
  })
  // Node does so only with a body that nothing has begun to read. What is left would stand before the next request of
  // the connection, which would wait until the timeout of this one.
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) request.raw.unpipe().resume()
    done()
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
