import { HttpClient } from '@takeoff/kit/http/http-client'
import { CallerQueues } from './caller-queues.ts'

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

/** The connections to each subgraph, as long as it stays at its address. */
export class SubgraphPools implements AsyncDisposable {
  readonly #limits: SubgraphLimits
  readonly #connections = new Map<string, SubgraphConnections>()

  constructor(limits: SubgraphLimits) {
    this.#limits = limits
  }

  /** The connections to a subgraph. One that moved gets new ones. */
  of(name: string, origin: string): SubgraphConnections {
    const key = keyOf(name, origin)
    const connections = this.#connections.get(key) ?? this.#open()
    this.#connections.set(key, connections)
    return connections
  }

  #open(): SubgraphConnections {
    const { connections, timeoutMs } = this.#limits
    const turns = new CallerQueues({
      slots: connections,
      perKey: Math.ceil(connections * SHARE_PER_CALLER),
      waitingMax: WAITING_MAX,
      waitMs: timeoutMs * WAIT_SHARE,
    })
    return { client: new HttpClient(this.#limits), turns }
  }

  /**
   * Forgets the connections to all other subgraphs and addresses. Operations that began before still use them, however
   * long they take; idle connections close by themselves.
   */
  keepOnly(subgraphs: ReadonlyMap<string, URL>): void {
    const needed = new Set([...subgraphs].map(([name, { origin }]) => keyOf(name, origin)))
    for (const key of this.#connections.keys()) if (!needed.has(key)) this.#connections.delete(key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = [...this.#connections.values()]
    this.#connections.clear()
    await Promise.all(opened.map(({ client }) => client[Symbol.asyncDispose]()))
  }
}

function keyOf(name: string, origin: string): string {
  return `${name} ${origin}`
}
