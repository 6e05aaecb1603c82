import type { FastifyReply, FastifyRequest } from 'fastify'

/** Different `accept` headers that are kept. */
const ACCEPTS_MAX = 100

/** The media types in which Apollo Server answers, by `accept` header: its choice, for whoever answers in its place. */
export class MediaTypes {
  readonly #known = new Map<string | undefined, string>()

  /** @param reply what Apollo Server has answered to the request */
  learn({ headers }: Pick<FastifyRequest, 'headers'>, reply: Answered): void {
    const mediaType = reply.getHeader('content-type')
    if (reply.statusCode !== 200 || typeof mediaType !== 'string') return
    if (this.#known.size >= ACCEPTS_MAX) this.#known.clear()
    this.#known.set(headers.accept, mediaType)
  }

  /** Undefined for an `accept` header that Apollo Server has not answered yet. */
  of({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return this.#known.get(headers.accept)
  }
}

type Answered = Pick<FastifyReply, 'getHeader' | 'statusCode'>
