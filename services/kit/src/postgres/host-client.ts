import { callbackify } from 'node:util'
import pg from 'pg'
import { isRefusal, unreachable } from './host-role.ts'
import type { DatabaseHost } from './host-role.ts'

/** How the clients of a pool connect. */
export interface HostClientOptions {
  /** The host of a new client, and its configuration there. */
  readonly next: () => { readonly host: DatabaseHost; readonly config: pg.ClientConfig }
  /** Rejects when a host that was connected to is not of the wanted kind. */
  readonly check: (client: pg.Client, host: DatabaseHost) => Promise<void>
  /** Called with each response that is awaited; returns it. */
  readonly awaiting: <T>(response: Promise<T>) => Promise<T>
}

type Callback = (error: Error | null, client: pg.Client) => void

/** A class of clients for the option `Client` of a pool: each connects to the host in use at that time. */
export function hostClient({ next, check, awaiting }: HostClientOptions): typeof pg.Client {
  return class extends pg.Client {
    readonly #host: DatabaseHost

    constructor() {
      const { host, config } = next()
      super(config)
      this.#host = host
      // The pool begins to listen when the connection is established.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<pg.Client> | undefined {
      const connecting = awaiting(this.#connect())
      if (callback === undefined) return connecting
      callbackify(() => connecting)(callback)
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect()
        await check(this, this.#host)
        return this
      } catch (error) {
        this.end(() => undefined)
        throw isRefusal(error) ? error : unreachable(this.#host, error)
      }
    }
  }
}
