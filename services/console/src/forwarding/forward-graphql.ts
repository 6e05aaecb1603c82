import { BadRequestError, BadUserInputError } from '@takeoff/kit/values/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ForwardOptions } from './forward-options.ts'
import { sendResponse } from './gateway.ts'
import { openSession } from '../sessions/open-session.ts'

/** Sends one of the console's documents to the gateway. */
export async function forwardGraphql(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const { gateway, documents } = options
  const { documentId, variables } = readBody(request.body)
  const { text: query, sha256Hash } = documents.find(documentId)
  const { accessToken } = await openSession(request, options)
  // By the hash a gateway with an allow-list finds the document there.
  const persistedQuery = { version: 1, sha256Hash }
  const body = JSON.stringify({ query, variables, extensions: { persistedQuery } })
  const headers = { 'content-length': String(Buffer.byteLength(body)) }
  const sent = { method: 'POST', path: '/graphql', accessToken, body, headers } as const
  return sendResponse(reply, await gateway.send(reply, sent))
}

function readBody(body: unknown): {
  readonly documentId: unknown
  readonly variables: unknown
} {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BadRequestError('Send one JSON object with documentId and variables.')
  const { documentId, variables, ...rest } = body as Readonly<Record<string, unknown>>
  const [other] = Object.keys(rest)
  if (other !== undefined)
    throw new BadUserInputError(
      'The body has a field that is unknown. Send documentId and variables only.',
      other,
    )
  return { documentId, variables }
}
