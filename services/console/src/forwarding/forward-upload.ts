import type { Readable } from 'node:stream'
import { limitedBody, requireBodyLength } from '@takeoff/kit/http/limited-body'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ForwardOptions } from './forward-options.ts'
import { sendResponse } from './gateway.ts'
import { openSession } from '../sessions/open-session.ts'

/** Streams a measurement file to the gateway, up to the limit. */
export async function forwardUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const { config, gateway } = options
  const { uploadBytesMax: limit } = config
  requireBodyLength(request.headers['content-length'], limit)
  const { accessToken } = await openSession(request, options)
  const { search } = new URL(request.url, 'http://console.invalid')
  const response = await gateway.send(reply, {
    method: 'POST',
    path: `/measurement-files${search}`,
    accessToken,
    body: limitedBody(request.body as Readable, limit),
  })
  return sendResponse(reply.header('cache-control', 'no-store'), response)
}
