import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { fileTooLarge } from '@takeoff/kit/http/refused-body'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ForwardOptions } from './forward-options.ts'
import { sendResponse } from './gateway.ts'
import { openSession } from './open-session.ts'

/** Streams a measurement file to the gateway, up to the limit. */
export async function forwardUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const { config, gateway } = options
  const { uploadBytesMax: limit } = config
  if (Number(request.headers['content-length'] ?? 0) > limit) throw fileTooLarge(limit)
  const { accessToken } = await openSession(request, options)
  const { search } = new URL(request.url, 'http://console.invalid')
  const response = await gateway.send(request, {
    method: 'POST',
    path: `/measurement-files${search}`,
    accessToken,
    body: withLimit(request.body as Readable, limit),
  })
  return sendResponse(reply.header('cache-control', 'no-store'), response)
}

/** The same stream, which ends with an error beyond the limit. */
function withLimit(body: Readable, limit: number): Readable {
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(fileTooLarge(limit))
      else done(null, chunk)
    },
  })
  body.once('error', (error) => limited.destroy(error))
  return body.pipe(limited)
}
