import { networkErrorOf } from '@takeoff/kit/network-error'
import type { NetworkError } from '@takeoff/kit/network-error'
import type { Dispatcher } from 'undici'
import type { Borrower, Connection, Connections } from './connections.ts'

const ANSWER_BYTES_MAX = 65_536
const NO_BYTES = Buffer.alloc(0)

export type Answer = { readonly durationMs: number } & (
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      readonly retryAfter: string | undefined
      readonly contentType: string | undefined
      /** The first 64 KiB. */
      readonly body: Buffer
    }
  | { readonly kind: 'unanswered'; readonly error: NetworkError }
)

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface ExchangeOptions {
  readonly connections: Connections
  readonly request: Dispatcher.DispatchOptions & { readonly origin: string }
  /** Called once, with the outcome. */
  readonly done: (answer: Answer) => void
  readonly onResent?: (() => void) | undefined
}

/**
 * One POST and its answer, as undici's handler: half the work of its `request` with a stream. Once there is
 * a status, a body that is too long, too slow or cut off does not change the outcome; it is only not read
 * further.
 */
export class Exchange implements Borrower, Dispatcher.DispatchHandler {
  readonly startedAt = performance.now()
  readonly #connections: Connections
  readonly #request: ExchangeOptions['request']
  readonly #done: (answer: Answer) => void
  readonly #onResent: (() => void) | undefined
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #connection: Connection | undefined
  /** The first byte of an answer came. */
  #isAnswered = false
  #statusCode = 0
  #retryAfter: string | undefined
  #contentType: string | undefined
  #isOver = false

  constructor({ connections, request, done, onResent }: ExchangeOptions) {
    this.#connections = connections
    this.#request = request
    this.#done = done
    this.#onResent = onResent
  }

  start(): void {
    this.#connections.borrow(this.#request.origin, this)
  }

  /** Ends it now: with the answer, as far as it came, or with the error. */
  end(error: NetworkError): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#connection === undefined) this.#connections.leave(this.#request.origin, this)
    else this.#connections.close(this.#connection)
    this.#tell(error)
  }

  use(connection: Connection): void {
    this.#connection = connection
    connection.client.dispatch(this.#request, this)
  }

  onRequestStart(): void {
    // undici asks for this method.
  }

  onResponseStarted(): void {
    this.#isAnswered = true
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Headers,
  ): void {
    // 102 and 103 come before the answer.
    if (statusCode < 200) return
    this.#statusCode = statusCode
    this.#retryAfter = firstOf(headers['retry-after'])
    this.#contentType = firstOf(headers['content-type'])
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= ANSWER_BYTES_MAX) this.end('connection lost')
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#connection !== undefined) this.#connections.giveBack(this.#connection)
    this.#tell('connection lost')
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#isOver) return
    const reason = networkErrorOf(error)
    const used = this.#connection
    if (used !== undefined && reason === 'connection lost' && this.#diedIdle(used)) {
      // The new socket has no answer yet, so there is no third time.
      this.use(this.#connections.replace(used))
      this.#onResent?.()
    } else {
      this.end(reason)
    }
  }

  /**
   * A receiver may close an idle socket in the very moment in which a request is written to it. Nobody failed,
   * and most likely nobody read the request.
   */
  #diedIdle({ answers }: Connection): boolean {
    return answers > 0 && !this.#isAnswered
  }

  #tell(error: NetworkError): void {
    const durationMs = Math.round(performance.now() - this.startedAt)
    if (this.#statusCode === 0) {
      this.#done({ kind: 'unanswered', error, durationMs })
      return
    }
    this.#done({
      kind: 'answered',
      statusCode: this.#statusCode,
      retryAfter: this.#retryAfter,
      contentType: this.#contentType,
      body: this.#body(),
      durationMs,
    })
  }

  #body(): Buffer {
    const [first = NO_BYTES] = this.#chunks
    const whole = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first
    return whole.length > ANSWER_BYTES_MAX ? whole.subarray(0, ANSWER_BYTES_MAX) : whole
  }
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
