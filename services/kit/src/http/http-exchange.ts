import { validateHeaderValue } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Connection, ConnectionHandler } from './http-connection.ts'
import { networkErrorOf } from './network-error.ts'
import type { NetworkError } from './network-error.ts'

/** An unwanted body up to this size is read to its end, so that the connection can be used again. */
const DRAIN_BYTES_MAX = 16_384
const NO_BYTES = Buffer.alloc(0)
/** Removes a cancelled request from undici's queue. Aborting it there would close the connection. */
const CANCELLED = new Error('the request was cancelled before it was sent')

/** Header names in lower case; a header that came several times may be a list. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A request to send. */
export interface HttpRequest {
  /** Scheme, host and port, as in `new URL(…).origin`. */
  readonly origin: string
  /** Path with its query, beginning with a slash. */
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** By name, or names and values in turn. A value with a line break or another character that no header can have is refused. */
  readonly headers?: Record<string, string> | string[]
  readonly body?: string | Buffer
  /**
   * The request may be sent a second time when it is lost without a byte of a response on a connection that was used
   * before: servers close idle connections at any time. Default: false.
   */
  readonly isRepeatable?: boolean
  /** Called when the request is sent a second time. */
  readonly onRepeat?: (() => void) | undefined
  /** False for a response whose body is not needed: it is empty then. Default: all bodies are read. */
  readonly readsBody?: (statusCode: number, headers: ResponseHeaders) => boolean
  /** Part of the deadline that has passed before, in milliseconds. Default: none. */
  readonly waitedMs?: number
}

/** A response with its whole body. */
export interface HttpResponse {
  readonly statusCode: number
  readonly headers: ResponseHeaders
  readonly body: Buffer
}

/** A request under way. */
export interface HttpExchange {
  /** Ends the request with an error `stopped`. Has no effect after its end. */
  cancel(): void
}

/** Why there is no complete response. `response too large` includes the part that was read. */
export type HttpErrorCode = NetworkError | 'response too large'

/** There is no complete response. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: HttpErrorCode
  /** Whether no byte of the request has left this process. */
  readonly isUnsent: boolean
  /** The partial response once its head is complete. Its body may exceed the limit by the last chunk. */
  readonly response: HttpResponse | undefined

  constructor(
    code: HttpErrorCode,
    {
      isUnsent,
      response,
      cause,
    }: Pick<HttpError, 'isUnsent' | 'response'> & { readonly cause: unknown },
  ) {
    super(code, { cause })
    this.code = code
    this.isUnsent = isUnsent
    this.response = response
  }
}

/** One shared error: recording a stack for each of many requests cancelled at once blocks the event loop. */
const STOPPED_UNSENT = stopped(true)
const STOPPED_SENT = stopped(false)

/** Receives the response, or the error that took its place; called once. */
export type Done = (outcome: HttpResponse | HttpError) => void

/** Limits of one exchange: times in milliseconds, sizes in bytes. */
export interface ExchangeLimits {
  readonly timeoutMs: number
  readonly responseBytesMax: number
}

/** A request and its response, as undici's handler. */
export class Exchange implements HttpExchange, ConnectionHandler {
  readonly #request: HttpRequest
  readonly #timeoutMs: number
  readonly #done: Done
  connection: Connection | undefined
  /** Defined from when the request is written. */
  #controller: Dispatcher.DispatchController | undefined
  #deadline: NodeJS.Timeout | undefined
  #hasResponseBegun = false
  #isRepeated = false
  #statusCode = 0
  #headers: ResponseHeaders = {}
  #readsBody = true
  #bytesMax: number
  #bytes = 0
  /** Grows by doubling: keeping each of many small chunks would take a hundred times their memory. */
  #body: Buffer = NO_BYTES
  #isOver = false

  constructor(request: HttpRequest, limits: ExchangeLimits, done: Done) {
    this.#request = request
    this.#timeoutMs = limits.timeoutMs - (request.waitedMs ?? 0)
    this.#bytesMax = limits.responseBytesMax
    this.#done = done
  }

  start(dispatcher: Dispatcher): void {
    const invalid = invalidValueOf(this.#request.headers)
    if (invalid !== undefined) return this.fail('network error', invalid)
    this.#deadline = setTimeout(onDeadline, this.#timeoutMs, this)
    dispatcher.dispatch(this.#request, this)
  }

  cancel(): void {
    if (this.#isOver) return
    if (this.#statusCode !== 0) return this.fail('stopped')
    this.#finish(this.#controller === undefined ? STOPPED_UNSENT : STOPPED_SENT)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) {
      this.connection?.onUnused()
      throw CANCELLED
    }
    this.#controller = controller
  }

  onResponseStarted(): void {
    this.#hasResponseBegun = true
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: ResponseHeaders): void {
    // Informational responses come before the response.
    if (statusCode < 200) return
    this.#statusCode = statusCode
    this.#headers = headers
    this.#readsBody = this.#request.readsBody?.(statusCode, headers) ?? true
    if (!this.#readsBody) this.#bytesMax = Math.min(this.#bytesMax, DRAIN_BYTES_MAX)
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#isOver) return
    if (this.#readsBody) this.#append(chunk)
    this.#bytes += chunk.length
    if (this.#bytes <= this.#bytesMax) return
    if (this.#readsBody) this.fail('response too large')
    else this.#finish(this.#response())
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    this.connection?.onResponse()
    this.#controller = undefined
    this.#finish(this.#response())
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#isOver) return
    const code = networkErrorOf(error)
    const { connection } = this
    if (code !== 'connection lost' || connection === undefined || !this.#mayBeRepeated(connection))
      return this.fail(code, error)
    // No third attempt, even if the connection cannot be opened anew and so counts as used: undici takes no request while
    // it reports that, and would end the process.
    this.#isRepeated = true
    connection.dispatch(this.#request, this)
    this.#request.onRepeat?.()
  }

  #mayBeRepeated(connection: Connection): boolean {
    const isLostIdle = connection.isUsed && !this.#hasResponseBegun && !this.#isRepeated
    return this.#request.isRepeatable === true && this.#controller !== undefined && isLostIdle
  }

  #append(chunk: Buffer): void {
    const end = this.#bytes + chunk.length
    if (this.#bytes === 0) {
      this.#body = chunk
      return
    }
    if (end > this.#body.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#body.length))
      this.#body.copy(larger, 0, 0, this.#bytes)
      this.#body = larger
    }
    chunk.copy(this.#body, this.#bytes)
  }

  #response(): HttpResponse {
    const body = this.#readsBody ? this.#body.subarray(0, this.#bytes) : NO_BYTES
    return { statusCode: this.#statusCode, headers: this.#headers, body }
  }

  /** Ends the request now, with the part of the response that was received. */
  fail(code: HttpErrorCode, cause?: unknown): void {
    if (this.#isOver) return
    const isUnsent = this.#controller === undefined
    const response = this.#statusCode === 0 ? undefined : this.#response()
    this.#finish(new HttpError(code, { isUnsent, response, cause }))
  }

  #finish(outcome: HttpResponse | HttpError): void {
    this.#isOver = true
    clearTimeout(this.#deadline)
    this.#controller?.abort(CANCELLED)
    this.#done(outcome)
    // A caller may keep the exchange.
    this.#body = NO_BYTES
  }
}

/**
 * The error of the first value that undici would refuse, with the same rule. Its pool takes a refusal for a sign that
 * the connection is busy, and uses that connection no more.
 */
function invalidValueOf(headers: HttpRequest['headers'] = []): unknown {
  try {
    // Names in a list follow the rule of values, too.
    for (const text of Array.isArray(headers) ? headers : Object.values(headers))
      validateHeaderValue('header', text)
    return undefined
  } catch (error) {
    return error
  }
}

function stopped(isUnsent: boolean): HttpError {
  return new HttpError('stopped', { isUnsent, response: undefined, cause: undefined })
}

function onDeadline(exchange: Exchange): void {
  exchange.fail('no response in time')
}
