import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ParseJson } from './json-body.ts'
import { requestIdOf } from './request-id.ts'
import type { LogRequest } from './request-log.ts'
import type { RequestScope } from './request-scope.ts'
import { sendText } from './send-text.ts'
import type { AnswerHead, AnswerText } from './send-text.ts'

/** Answers POSTs to a path past Fastify, which is asked for whatever is not plain. */
export interface PlainRoute {
  readonly path: string
  /**
   * Who answers, decided before any of the body is read; undefined when Fastify is to take the request. Never rejects.
   */
  readonly accept: (request: PlainRequest) => Promise<Answer | undefined> | Answer | undefined
}

/**
 * Is asked when the body has come. Undefined when Fastify is to answer after all, with the same body, as if nobody had seen
 * the request before. Never rejects.
 */
export type Answer = (reply: PlainReply) => Promise<AnswerText | undefined>

export interface PlainPostsOptions {
  readonly bodyBytesMax: number
  readonly parseJson: ParseJson
  readonly logRequest: LogRequest
}

interface Exchange {
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly fastify: RequestListener
  readonly request: PlainRequest
  readonly reply: PlainReply
}

const JSON_TYPES = new Set(['application/json', 'application/json; charset=utf-8'])

/**
 * Between Node's server and Fastify's handler (ADR 36). Plain is JSON of a told size, with nothing to unpack or to pack:
 * whatever else may come, and whatever is refused, is Fastify's.
 */
export class PlainPosts {
  readonly #options: PlainPostsOptions
  /** Those that were read and left to Fastify all the same. */
  readonly #read = new WeakMap<IncomingMessage, Buffer>()
  #route: PlainRoute | undefined

  constructor(options: PlainPostsOptions) {
    this.#options = options
  }

  answer(route: PlainRoute): void {
    this.#route = route
  }

  /** Fastify says on its answers that a connection is about to close. */
  stop(): void {
    this.#route = undefined
  }

  before(fastify: RequestListener): RequestListener {
    return (raw, response) => {
      const route = this.#route
      if (route === undefined || !this.#isPlain(raw, route)) return fastify(raw, response)
      const request = new PlainRequest(raw, response)
      const exchange = { raw, response, fastify, request, reply: new PlainReply() }
      const accepted = route.accept(request)
      if (accepted instanceof Promise) void accepted.then((answer) => this.#take(exchange, answer))
      else this.#take(exchange, accepted)
    }
  }

  /** Undefined when it is still to be read. */
  readBodyOf(raw: IncomingMessage): Readable | undefined {
    const body = this.#read.get(raw)
    return body && Readable.from([body])
  }

  #isPlain({ method, url, headers }: IncomingMessage, { path }: PlainRoute): boolean {
    return (
      method === 'POST' &&
      url === path &&
      JSON_TYPES.has(headers['content-type'] ?? '') &&
      Number(headers['content-length']) <= this.#options.bodyBytesMax &&
      headers['content-encoding'] === undefined &&
      headers['accept-encoding'] === undefined
    )
  }

  #take(exchange: Exchange, answer: Answer | undefined): void {
    const { raw, response, fastify } = exchange
    if (answer === undefined) return fastify(raw, response)
    const pieces: Buffer[] = []
    raw.on('data', (piece: Buffer) => pieces.push(piece))
    raw.on('end', () => {
      const [first] = pieces
      const body = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces)
      void this.#answer(exchange, body, answer)
    })
  }

  async #answer(exchange: Exchange, body: Buffer, answerOf: Answer): Promise<void> {
    const { request, reply } = exchange
    const { error, value } = this.#options.parseJson(body)
    if (error !== null) return this.#leave(exchange, body)
    request.body = value
    const answer = await answerOf(reply)
    if (answer === undefined) return this.#leave(exchange, body)
    reply.header('x-request-id', request.id)
    const { statusCode, startedMs } = reply
    exchange.response.on('finish', () => {
      const durationMs = performance.now() - startedMs
      this.#options.logRequest({ request, statusCode, durationMs })
    })
    sendText(exchange.response, reply, answer)
  }

  /** Fastify goes on where nothing was done but to read the body. */
  #leave({ raw, response, fastify }: Exchange, body: Buffer): void {
    this.#read.set(raw, body)
    fastify(raw, response)
  }
}

/** As Fastify shows a request. */
export class PlainRequest {
  readonly method = 'POST'
  readonly id: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly scope: RequestScope
  readonly response: ServerResponse
  /** Undefined until it has come. */
  body: unknown

  constructor(raw: IncomingMessage, response: ServerResponse) {
    this.id = requestIdOf(raw)
    this.url = raw.url ?? ''
    this.headers = raw.headers
    this.scope = { requestId: this.id, sqlStatements: 0 }
    this.response = response
  }
}

/** As Fastify takes the head of an answer. */
export class PlainReply implements AnswerHead {
  readonly startedMs = performance.now()
  readonly headers: AnswerHead['headers'] = {}
  statusCode = 200

  code(status: number): void {
    this.statusCode = status
  }

  /** @param name in small letters */
  header(name: string, value: string): void {
    this.headers[name] = value
  }
}
