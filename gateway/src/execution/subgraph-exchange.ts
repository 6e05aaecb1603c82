import type { ClientPresence } from './client-presence.ts'
import type { Borrower, ClientPool } from './client-pool.ts'
import { headFault } from './subgraph-answer.ts'
import type { UnreadAnswer } from './subgraph-answer.ts'
import { SubgraphFault } from './subgraph-fault.ts'
import type { Connection, Requester } from './wire/connection.ts'
import { requestMessage } from './wire/request-message.ts'
import type { HeaderLines, RequestMessage } from './wire/request-message.ts'

/** A refused body up to this size is read to its end, so that the connection can be used again. */
const DRAINED_BYTES_MAX = 16_384

export interface ExchangeOptions {
  readonly pool: ClientPool
  /** With which each request to the subgraph begins. */
  readonly lines: string
  readonly headers: HeaderLines
  readonly body: string
  /** For the whole answer, from the wait for a connection to the last byte. */
  readonly timeoutMs: number
  /** Whether it may be asked again when it is lost on a connection that the subgraph was closing. */
  readonly isRepeatable: boolean
  /** Ends the exchange when it leaves. */
  readonly client: ClientPresence | undefined
}

/** Hears one of both, once. */
export interface Outcome {
  readonly onAnswer: (answer: UnreadAnswer) => void
  /** A SubgraphFault, or the socket's error: there is no answer that can be used. */
  readonly onFault: (fault: Error) => void
}

/** Posts to a subgraph. Never throws. */
export function exchange(options: ExchangeOptions, outcome: Outcome): void {
  try {
    new Exchange(options, outcome).start()
  } catch (fault) {
    outcome.onFault(fault as Error)
  }
}

/** One POST and its answer. */
class Exchange implements Borrower, Requester {
  readonly #options: ExchangeOptions
  readonly #outcome: Outcome
  readonly #message: RequestMessage
  readonly #onClientGone = (): void =>
    this.#end(new SubgraphFault('was not needed: the client is gone'))
  #deadline: NodeJS.Timeout | undefined
  #connection: Connection | undefined
  #statusCode = 0
  /** Of a body that comes bit by bit; outside the heap, which many large ones would fill. */
  readonly #pieces: Buffer[] = []
  /** One that came whole. */
  #body = ''
  /** Why the answer cannot be used, whatever its body is. */
  #fault: SubgraphFault | undefined
  #drained = 0
  #isOver = false

  constructor(options: ExchangeOptions, outcome: Outcome) {
    this.#options = options
    this.#outcome = outcome
    this.#message = requestMessage(options)
  }

  start(): void {
    const { pool, client, timeoutMs } = this.#options
    if (client?.isGone) return this.#onClientGone()
    client?.onGone(this.#onClientGone)
    this.#deadline = setTimeout(
      () => this.#end(new SubgraphFault(`did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    pool.borrow(this)
  }

  use(connection: Connection): void {
    this.#connection = connection
    connection.send(this.#message, this)
  }

  onHead(statusCode: number, contentType: string | undefined): void {
    this.#statusCode = statusCode
    this.#fault = headFault(statusCode, contentType)
  }

  onBody(bytes: Buffer, isEnd: boolean): void {
    if (this.#fault !== undefined) this.#drain(bytes.length, this.#fault)
    else if (isEnd && this.#pieces.length === 0) this.#body = bytes.toString('latin1')
    else this.#pieces.push(Buffer.from(bytes))
  }

  #drain(size: number, fault: SubgraphFault): void {
    this.#drained += size
    if (this.#drained > DRAINED_BYTES_MAX) this.#end(fault)
  }

  onEnd(): void {
    this.#giveBack()
    if (!this.#close()) return
    if (this.#fault !== undefined) this.#outcome.onFault(this.#fault)
    else this.#outcome.onAnswer({ statusCode: this.#statusCode, body: this.#text() })
  }

  onFault(error: Error, isStale: boolean): void {
    if (isStale && this.#options.isRepeatable) return this.#askAgain()
    this.#giveBack()
    if (this.#close()) this.#outcome.onFault(error)
  }

  /** Once: the connection is opened anew for it, and so not stale another time. */
  #askAgain(): void {
    this.#connection?.send(this.#message, this)
  }

  /** To copy an answer that came at once into a buffer first would take three times as long. */
  #text(): string {
    return this.#pieces.length === 0 ? this.#body : Buffer.concat(this.#pieces).toString('latin1')
  }

  #end(fault: SubgraphFault): void {
    if (!this.#close()) return
    this.#connection?.abort()
    if (this.#connection === undefined) this.#options.pool.leave(this)
    else this.#giveBack()
    this.#outcome.onFault(fault)
  }

  #giveBack(): void {
    if (this.#connection !== undefined) this.#options.pool.giveBack(this.#connection)
  }

  /** False when it was over before. */
  #close(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    clearTimeout(this.#deadline)
    this.#options.client?.forget(this.#onClientGone)
    return true
  }
}
