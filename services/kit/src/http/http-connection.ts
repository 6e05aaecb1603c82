import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { buildConnector, Dispatcher } from 'undici'

/** A handler that is notified of the connection on which its request is sent. */
export interface ConnectionHandler extends Dispatcher.DispatchHandler {
  connection: Connection | undefined
}

/** undici's client with one connection, which records whether that was used before. It reopens a closed one. */
export class Connection extends Client {
  readonly #idle: IdleConnections
  #socket: Socket | undefined
  /** A response has come on the open connection. */
  isUsed = false

  constructor(
    origin: URL,
    options: Client.Options & { readonly connect: buildConnector.connector },
    idle: IdleConnections,
  ) {
    super(origin, {
      ...options,
      connect: (target, callback) =>
        options.connect(target, (...result) => {
          if (result[1] !== null) onSocket(result[1])
          callback(...result)
        }),
    })
    const onSocket = (socket: Socket): void => void (this.#socket = socket)
    this.#idle = idle
    this.on('connect', () => {
      this.isUsed = false
    })
    this.on('disconnect', () => idle.delete(this))
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    ;(handler as ConnectionHandler).connection = this
    this.#idle.delete(this)
    return super.dispatch(options, handler)
  }

  /** To be called when a request was cancelled before it was written. */
  onUnused(): void {
    this.#idle.add(this)
  }

  /** To be called when a response was read to its end. */
  onResponse(): void {
    this.isUsed = true
    this.#idle.add(this)
  }

  /** Closes the open connection. The next request opens another one. */
  closeSocket(): void {
    this.#socket?.destroy()
  }
}

/** The idle connections of a client. Closes those that are idle for longest when there are too many. */
export class IdleConnections {
  readonly #max: number | undefined
  /** Idle for longest first. */
  readonly #connections = new Set<Connection>()

  /** @param max without it none is closed */
  constructor(max: number | undefined) {
    this.#max = max
  }

  add(connection: Connection): void {
    if (this.#max === undefined) return
    this.#connections.add(connection)
    if (this.#connections.size <= this.#max) return
    const [oldest] = this.#connections
    if (oldest === undefined) return
    this.#connections.delete(oldest)
    oldest.closeSocket()
  }

  delete(connection: Connection): void {
    this.#connections.delete(connection)
  }
}
