import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Maximum `accept` headers in the cache. */
const ACCEPTS_MAX = 100
/** Key of a request without the header: no value of a header is a blank. */
const NO_HEADER = ' '

/** The media types in which Apollo Server responds, by `accept` header, for responses that bypass it. */
export class MediaTypes {
  readonly #known = new LRUCache<string, string>({ max: ACCEPTS_MAX })

  /** @param reply the response of Apollo Server to the request */
  learn({ headers }: Pick<FastifyRequest, 'headers'>, reply: ReplyHead): void {
    const mediaType = reply.getHeader('content-type')
    if (reply.statusCode !== 200 || typeof mediaType !== 'string') return
    this.#known.set(headers.accept ?? NO_HEADER, mediaType)
  }

  /** Undefined for an `accept` header to which Apollo Server has not responded yet. */
  of({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return this.#known.get(headers.accept ?? NO_HEADER)
  }
}

type ReplyHead = Pick<FastifyReply, 'getHeader' | 'statusCode'>
