import { Client } from 'undici'
import type { buildConnector } from 'undici'

/** Shorter than most receivers keep an idle socket, so that we are the ones who close it. */
const KEEP_ALIVE_MS = 4_000
const LIMITS = { openMaxPerOrigin: 256, idleMax: 2_048 }

interface Limits {
  /** Whoever wants one more waits for the next that is free. */
  readonly openMaxPerOrigin: number
  /** Sockets that wait for a next request, to all origins together; those idle for longest are closed. */
  readonly idleMax: number
}

/** A socket to one origin, for one request at a time; lent to one borrower, who gives it back or closes it. */
export interface Connection {
  readonly client: Client
  readonly host: Host
  /** Answers that came over its present socket. */
  answers: number
  isClosed: boolean
}

export interface Borrower {
  /** Gets the connection. */
  use(connection: Connection): void
}

interface Host {
  readonly origin: string
  open: number
  /** The one used last is at the end, and used next. */
  readonly idle: Connection[]
  readonly waiting: Set<Borrower>
}

/**
 * The open sockets. undici's Agent would do, but does not tell whether a request went out over a socket that
 * was used before, bounds nothing over all origins, and takes 16 KiB for each. An origin without a socket
 * is forgotten.
 */
export class Connections implements AsyncDisposable {
  readonly #connect: buildConnector.connector
  readonly #limits: Limits
  readonly #hosts = new Map<string, Host>()
  /** Of all hosts, idle for longest first. */
  readonly #idle = new Set<Connection>()

  constructor(connect: buildConnector.connector, limits: Limits = LIMITS) {
    this.#connect = connect
    this.#limits = limits
  }

  /** Origins that have a socket, or wait for one. */
  get origins(): number {
    return this.#hosts.size
  }

  /** Lends a connection at once, or as soon as the origin has one free. */
  borrow(origin: string, borrower: Borrower): void {
    const host = this.#hosts.get(origin) ?? { origin, open: 0, idle: [], waiting: new Set() }
    const idle = host.idle.pop()
    if (idle !== undefined) {
      this.#idle.delete(idle)
      borrower.use(idle)
    } else if (host.open < this.#limits.openMaxPerOrigin) {
      borrower.use(this.#open(host))
    } else {
      host.waiting.add(borrower)
    }
  }

  /** The borrower waits no longer. */
  leave(origin: string, borrower: Borrower): void {
    this.#hosts.get(origin)?.waiting.delete(borrower)
  }

  /** Its answer came to its end: the next request may use it. */
  giveBack(connection: Connection): void {
    connection.answers += 1
    const { idle, waiting } = connection.host
    const [next] = waiting
    if (next !== undefined) {
      waiting.delete(next)
      next.use(connection)
      return
    }
    idle.push(connection)
    this.#idle.add(connection)
    if (this.#idle.size > this.#limits.idleMax) {
      const [oldest] = this.#idle
      if (oldest !== undefined) this.close(oldest)
    }
  }

  /** Whatever is under way on it ends. */
  close(connection: Connection): void {
    if (connection.isClosed) return
    const { host } = connection
    this.#discard(connection)
    const [next] = host.waiting
    if (next !== undefined) {
      host.waiting.delete(next)
      next.use(this.#open(host))
    } else if (host.open === 0) {
      this.#hosts.delete(host.origin)
    }
  }

  /** Closes it and opens another one in its place, for the same borrower. */
  replace(connection: Connection): Connection {
    this.#discard(connection)
    return this.#open(connection.host)
  }

  /** Closes what is idle; what is lent is closed by its borrowers. */
  async [Symbol.asyncDispose](): Promise<void> {
    const idle = [...this.#idle]
    for (const connection of idle) this.close(connection)
    await Promise.all(idle.map(({ client }) => client.destroy()))
  }

  #open(host: Host): Connection {
    const client = new Client(host.origin, {
      connect: this.#connect,
      allowH2: false,
      // The borrower has a limit for the whole of its request.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    })
    const connection: Connection = { client, host, answers: 0, isClosed: false }
    // A client whose socket was closed before a request was written opens another one by itself.
    client.on('connect', () => {
      connection.answers = 0
    })
    client.on('disconnect', () => {
      if (this.#idle.has(connection)) this.close(connection)
    })
    this.#hosts.set(host.origin, host)
    host.open += 1
    return connection
  }

  #discard(connection: Connection): void {
    const { host, client } = connection
    connection.isClosed = true
    host.open -= 1
    if (this.#idle.delete(connection)) host.idle.splice(host.idle.indexOf(connection), 1)
    void client.destroy()
  }
}
