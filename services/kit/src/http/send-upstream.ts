import type { FastifyReply } from 'fastify'
import type { Dispatcher } from 'undici'

/** A response of another service whose body is still to be read, or was. */
export type UpstreamResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & {
  readonly body: Dispatcher.ResponseData['body'] | string
}

/**
 * Sends a response of another service to the client, as fast as the client reads it.
 * @param keeps whether the client gets a header, whose name is in lower case
 */
export async function sendUpstream(
  reply: FastifyReply,
  { statusCode, headers, body }: UpstreamResponse,
  keeps: (name: string) => boolean,
): Promise<FastifyReply> {
  void reply.code(statusCode)
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && keeps(name)) void reply.header(name, value)
  if (typeof body === 'string' || reply.request.method !== 'HEAD') return reply.send(body)
  await body.dump()
  return reply.send()
}
