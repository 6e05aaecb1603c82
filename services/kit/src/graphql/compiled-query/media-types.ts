import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Most `accept` headers in the cache. */
const ACCEPTS_MAX = 100
/** Key of a request without the header: no value of a header is a blank. */
const NO_HEADER = ' '

/** The media types in which Apollo Server answers, by `accept` header: its choice, for whoever answers in its place. */
export class MediaTypes {
  readonly #known = new LRUCache<string, string>({ max: ACCEPTS_MAX })

  /** @param reply what Apollo Server has answered to the request */
  learn({ headers }: Pick<FastifyRequest, 'headers'>, reply: Answered): void {
    const mediaType = reply.getHeader('content-type')
    if (reply.statusCode !== 200 || typeof mediaType !== 'string') return
    this.#known.set(headers.accept ?? NO_HEADER, mediaType)
  }

  /** Undefined for an `accept` header that Apollo Server has not answered yet. */
  of({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return this.#known.get(headers.accept ?? NO_HEADER)
  }
}

type Answered = Pick<FastifyReply, 'getHeader' | 'statusCode'>
