import { HttpClient } from '@takeoff/kit/http/http-client'

/**
 * Grace period for requests that began before a subgraph was removed, and still use it: the longest duration of a
 * request.
 */
const LINGER_MS = 60_000

export interface SubgraphLimits {
  /** Maximum connections to one subgraph. */
  readonly connections: number
  readonly connectTimeoutMs: number
  /** Deadline of a request, from the wait for a connection to the last byte of the response. */
  readonly timeoutMs: number
  readonly responseBytesMax: number
  /** Authorities (PEM) of the certificates of subgraphs; public ones by default. */
  readonly certificates?: string | undefined
}

interface PooledClient {
  readonly client: HttpClient
  /** Runs while no supergraph that is served needs the client. */
  ending: NodeJS.Timeout | undefined
}

/** One HTTP client for each subgraph, with connections of its own, as long as the subgraph stays at its address. */
export class SubgraphPools implements AsyncDisposable {
  readonly #limits: SubgraphLimits
  readonly #clients = new Map<string, PooledClient>()

  constructor(limits: SubgraphLimits) {
    this.#limits = limits
  }

  /** The client of a subgraph. One that moved gets a new client. */
  of(name: string, origin: string): HttpClient {
    const known = this.#clients.get(keyOf(name, origin))
    if (known !== undefined) {
      stay(known)
      return known.client
    }
    const client = new HttpClient(this.#limits)
    this.#clients.set(keyOf(name, origin), { client, ending: undefined })
    return client
  }

  /** Closes the clients of all other subgraphs and addresses, after the requests that may still be in flight there. */
  keepOnly(subgraphs: ReadonlyMap<string, URL>): void {
    const needed = new Set([...subgraphs].map(([name, { origin }]) => keyOf(name, origin)))
    for (const [key, pooled] of this.#clients) {
      if (needed.has(key)) stay(pooled)
      else pooled.ending ??= setTimeout(() => this.#end(key, pooled), LINGER_MS).unref()
    }
  }

  #end(key: string, { client }: PooledClient): void {
    this.#clients.delete(key)
    void client.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const clients = [...this.#clients.values()]
    clients.forEach(stay)
    this.#clients.clear()
    await Promise.all(clients.map(({ client }) => client[Symbol.asyncDispose]()))
  }
}

function keyOf(name: string, origin: string): string {
  return `${name} ${origin}`
}

function stay(pooled: PooledClient): void {
  clearTimeout(pooled.ending)
  pooled.ending = undefined
}
