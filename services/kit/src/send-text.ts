import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Sends an answer past Fastify, which takes text as UTF-8 only and has hooks that would be asked what to make of it
 * (ADR 34). No onSend hook sees it. As all answers it is written when all that came has been looked at (ADR 30).
 * @param text a character for each byte
 */
export function sendLatin1(reply: FastifyReply, text: string): void {
  reply.hijack()
  const { raw, statusCode } = reply
  const headers = { ...reply.getHeaders(), 'content-length': text.length } as OutgoingHttpHeaders
  setImmediate(() => {
    raw.writeHead(statusCode, headers)
    raw.end(text, 'latin1')
  })
}
