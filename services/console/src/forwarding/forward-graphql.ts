import { text } from 'node:stream/consumers'
import { BadRequestError, BadUserInputError } from '@takeoff/kit/values/errors'
import { parseJson } from '@takeoff/kit/values/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ForwardOptions } from './forward-options.ts'
import { sendResponse } from './gateway.ts'
import { openSession } from './open-session.ts'

const NOT_FOUND = 'PERSISTED_DOCUMENT_NOT_FOUND'

const errorBody = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).min(1),
})

/**
 * Sends one of the console's documents to the gateway: by its id, which is all that a gateway with an allow-list accepts,
 * and by its text to a gateway that does not have it.
 */
export async function forwardGraphql(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const { gateway, documents } = options
  const { documentId, variables } = readBody(request.body)
  const query = documents.textOf(documentId)
  const { accessToken } = await openSession(request, options)
  const send = (document: object, isReadHere: boolean) => {
    const body = JSON.stringify({ ...document, variables })
    const headers = {
      'content-length': String(Buffer.byteLength(body)),
      ...(isReadHere && { 'accept-encoding': 'identity' }),
    }
    return gateway.send(reply, { method: 'POST', path: '/graphql', accessToken, body, headers })
  }
  const sendText = async (): Promise<FastifyReply> => {
    const response = await send({ query }, false)
    documents.setTextOnly(documentId, response.statusCode === 200)
    return sendResponse(reply, response)
  }
  if (documents.isTextOnly(documentId)) {
    const byText = await send({ query }, false)
    if (byText.statusCode !== 400) return sendResponse(reply, byText)
    // Nothing was run. The gateway may permit ids only since then.
    await byText.body.dump()
    documents.setTextOnly(documentId, false)
  }
  const byId = await send({ documentId }, !documents.isAtGateway(documentId))
  if (byId.statusCode !== 400 || byId.headers['content-encoding'] !== undefined) {
    documents.foundAtGateway(documentId)
    return sendResponse(reply, byId)
  }
  const refusal = await text(byId.body)
  if (codeOf(refusal) === NOT_FOUND) return sendText()
  return sendResponse(reply, { ...byId, body: refusal })
}

function codeOf(response: string): string | undefined {
  return errorBody.safeParse(parseJson(response)).data?.errors[0]?.extensions.code
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
