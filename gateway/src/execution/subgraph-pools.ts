import { HttpClient } from '@takeoff/kit/http/http-client'
import { CallerQueues } from './caller-queues.ts'

/**
 * Grace period for requests that began before a subgraph was removed, and still use it: the longest duration of a
 * request.
 */
const LINGER_MS = 60_000
/** Share of the connections to a subgraph that the requests of one organization hold at a time. */
const SHARE_PER_CALLER = 1 / 2
/** Requests of one organization that may wait for one of them: more than 500 clients of large operations have. */
const WAITING_MAX = 5_000
/** Share of the deadline of a request for which it waits for one of them at most. */
const WAIT_SHARE = 2 / 3

export interface SubgraphLimits {
  /** Maximum connections to one subgraph. */
  readonly connections: number
  readonly connectTimeoutMs: number
  /** Deadline of a request, from the wait for its turn to the last byte of the response. */
  readonly timeoutMs: number
  readonly responseBytesMax: number
  /** Authorities (PEM) of the certificates of subgraphs; public ones by default. */
  readonly certificates?: string | undefined
}

/** How requests reach a subgraph. */
export interface SubgraphConnections {
  readonly client: HttpClient
  /** A turn is one request under way. The client's own queue would have others wait for those of an organization with many. */
  readonly turns: CallerQueues
}

interface PooledClient extends SubgraphConnections {
  /** Runs while no supergraph that is served needs the client. */
  ending: NodeJS.Timeout | undefined
}

/** The connections to each subgraph, as long as it stays at its address. */
export class SubgraphPools implements AsyncDisposable {
  readonly #limits: SubgraphLimits
  readonly #clients = new Map<string, PooledClient>()

  constructor(limits: SubgraphLimits) {
    this.#limits = limits
  }

  /** The connections to a subgraph. One that moved gets new ones. */
  of(name: string, origin: string): SubgraphConnections {
    const pooled = this.#clients.get(keyOf(name, origin)) ?? this.#open()
    stay(pooled)
    this.#clients.set(keyOf(name, origin), pooled)
    return { client: pooled.client, turns: pooled.turns }
  }

  #open(): PooledClient {
    const { connections, timeoutMs } = this.#limits
    const perKey = Math.ceil(connections * SHARE_PER_CALLER)
    return {
      client: new HttpClient(this.#limits),
      turns: new CallerQueues({
        slots: connections,
        perKey,
        waitingMax: WAITING_MAX,
        waitMs: timeoutMs * WAIT_SHARE,
      }),
      ending: undefined,
    }
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
