import { Connection } from './wire/connection.ts'
import { atEndOfTurn } from './wire/at-end-of-turn.ts'

export interface ClientPoolLimits {
  /** Whoever wants one more waits for the next that is free. */
  readonly connections: number
  readonly connectTimeoutMs: number
  readonly answerBytesMax: number
}

/** Who asks a subgraph. */
export interface Borrower {
  /** Gets a connection that nobody else uses until it is given back. */
  use(connection: Connection): void
}

/** What is read of any of them lies here, until it is copied at once. */
const READ_BYTES = 65_536

/** The connections to one subgraph, each lent to one request at a time. */
export class ClientPool {
  readonly #url: URL
  readonly #limits: ClientPoolLimits
  readonly #readBuffer = Buffer.allocUnsafeSlow(READ_BYTES)
  readonly #all: Connection[] = []
  /** The one used last is at the end, and used next. */
  readonly #idle: Connection[] = []
  readonly #waiting = new Set<Borrower>()
  #isClosed = false
  #isDestroyed = false

  constructor(origin: string, limits: ClientPoolLimits) {
    this.#url = new URL(origin)
    this.#limits = limits
  }

  /** Lends a connection at once, or as soon as one is free. */
  borrow(borrower: Borrower): void {
    const connection = this.#idle.pop() ?? this.#open()
    if (connection === undefined) this.#waiting.add(borrower)
    else borrower.use(connection)
  }

  /** The borrower waits no longer. */
  leave(borrower: Borrower): void {
    this.#waiting.delete(borrower)
  }

  /** Its request has come to an end. What comes right behind the answer, bytes or the end, is read before the next is written. */
  giveBack(connection: Connection): void {
    atEndOfTurn(() => this.#lendAgain(connection))
  }

  #lendAgain(connection: Connection): void {
    const [next] = this.#waiting
    if (next === undefined) {
      if (this.#isClosed) connection.close()
      this.#idle.push(connection)
      return
    }
    this.#waiting.delete(next)
    next.use(connection)
  }

  /** Undefined when there are as many as there may be. */
  #open(): Connection | undefined {
    const { connections, ...limits } = this.#limits
    if (this.#all.length >= connections) return undefined
    const connection = new Connection({ ...limits, url: this.#url, readBuffer: this.#readBuffer })
    if (this.#isDestroyed) void connection.destroy()
    this.#all.push(connection)
    return connection
  }

  /** Lets the requests under way finish, and keeps no connection open after them. */
  close(): void {
    this.#isClosed = true
    for (const connection of this.#idle) connection.close()
  }

  /** Ends the requests under way. */
  async destroy(): Promise<void> {
    this.#isDestroyed = true
    await Promise.all(this.#all.map((connection) => connection.destroy()))
  }
}
