import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** The body of an answer; latin1 has a character for each byte of its UTF-8. */
export interface AnswerText {
  readonly text: string
  readonly encoding: 'utf8' | 'latin1'
}

export interface AnswerHead {
  readonly statusCode: number
  /** Not used by anybody else afterwards. */
  readonly headers: Record<string, number | string | string[] | undefined>
}

/**
 * Sends the answer to a request that Fastify has looked at past it: Fastify takes text as UTF-8 only, and has hooks that
 * would be asked what to make of it (ADR 34). No onSend hook sees it.
 */
export function sendPastFastify(reply: FastifyReply, answer: AnswerText): void {
  reply.hijack()
  sendText(reply.raw, { statusCode: reply.statusCode, headers: reply.getHeaders() }, answer)
}

/** As all answers it is written when all that came has been looked at (ADR 30). */
export function sendText(
  response: ServerResponse,
  { statusCode, headers }: AnswerHead,
  { text, encoding }: AnswerText,
): void {
  headers['content-length'] = Buffer.byteLength(text, encoding)
  setImmediate(() => {
    response.writeHead(statusCode, headers as OutgoingHttpHeaders)
    response.end(text, encoding)
  })
}
