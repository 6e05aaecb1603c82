import type { Client, Dispatcher } from 'undici'
import type { Borrower, ClientPool } from './client-pool.ts'
import { headFault } from './subgraph-answer.ts'
import type { UnreadAnswer } from './subgraph-answer.ts'
import { SubgraphFault } from './subgraph-fault.ts'

/** A refused body up to this size is read to its end, so that the connection can be used again. */
const DRAINED_BYTES_MAX = 16_384

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface ExchangeOptions {
  readonly pool: ClientPool
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For the whole answer, from the wait for a connection to the last byte. */
  readonly timeoutMs: number
  /** Ends the exchange when it is aborted. */
  readonly signal: AbortSignal | undefined
}

/**
 * Posts to a subgraph.
 * @throws SubgraphFault or undici's error when there is no answer that can be used
 */
export function exchange(options: ExchangeOptions): Promise<UnreadAnswer> {
  return new Promise((resolve, reject) => new Exchange(options, { resolve, reject }).start())
}

interface Outcome {
  readonly resolve: (answer: UnreadAnswer) => void
  readonly reject: (fault: Error) => void
}

/** One POST and its answer, as undici's handler: half the work of its `request` with a stream. */
class Exchange implements Borrower, Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #outcome: Outcome
  readonly #onClientGone = (): void =>
    this.#end(new SubgraphFault('was not needed: the client is gone'))
  readonly #chunks: Buffer[] = []
  #deadline: NodeJS.Timeout | undefined
  #client: Client | undefined
  #controller: Dispatcher.DispatchController | undefined
  #statusCode = 0
  /** Why the answer cannot be used, whatever its body is. */
  #fault: SubgraphFault | undefined
  #drained = 0
  #isOver = false

  constructor(options: ExchangeOptions, outcome: Outcome) {
    this.#options = options
    this.#outcome = outcome
  }

  start(): void {
    const { pool, signal, timeoutMs } = this.#options
    if (signal?.aborted) return this.#onClientGone()
    signal?.addEventListener('abort', this.#onClientGone, { once: true })
    this.#deadline = setTimeout(
      () => this.#end(new SubgraphFault(`did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    pool.borrow(this)
  }

  use(client: Client): void {
    const { path, headers, body } = this.#options
    this.#client = client
    client.dispatch({ method: 'POST', path, headers, body }, this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It was over while it waited for a connection.
    if (this.#isOver) controller.abort(new SubgraphFault('is not needed any more'))
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: Headers): void {
    // 102 and 103 come before the answer.
    if (statusCode < 200) return
    this.#statusCode = statusCode
    this.#fault = headFault(statusCode, headers['content-type'])
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#fault === undefined) {
      this.#chunks.push(chunk)
      return
    }
    this.#drained += chunk.length
    if (this.#drained > DRAINED_BYTES_MAX) this.#end(this.#fault)
  }

  onResponseEnd(): void {
    this.#giveBack()
    if (!this.#close()) return
    if (this.#fault !== undefined) this.#outcome.reject(this.#fault)
    else this.#outcome.resolve({ statusCode: this.#statusCode, body: this.#body() })
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#giveBack()
    if (this.#close()) this.#outcome.reject(error)
  }

  #body(): Buffer {
    const [first] = this.#chunks
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }

  #end(fault: SubgraphFault): void {
    if (!this.#close()) return
    if (this.#client === undefined) this.#options.pool.leave(this)
    else this.#controller?.abort(fault)
    this.#outcome.reject(fault)
  }

  /** undici says once of each request that it is at its end. */
  #giveBack(): void {
    if (this.#client !== undefined) this.#options.pool.giveBack(this.#client)
  }

  /** False when it was over before. */
  #close(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    clearTimeout(this.#deadline)
    this.#options.signal?.removeEventListener('abort', this.#onClientGone)
    return true
  }
}
