import { Pool } from 'undici'
import { ClientPool } from './client-pool.ts'
import type { ClientPoolLimits } from './client-pool.ts'

/** For requests that began before a subgraph went away, and still ask it: as long as the longest of them may take. */
const LINGER_MS = 60_000

export interface PoolLimits extends ClientPoolLimits {
  /** For the head of an answer, and again for each pause within its body. */
  readonly timeoutMs: number
}

interface KeptPool {
  readonly pool: ClientPool
  /** Runs while no supergraph that is served needs the pool. */
  ending: NodeJS.Timeout | undefined
}

/** One connection pool a subgraph, kept while the subgraph stays at its address. */
export class SubgraphPools implements AsyncDisposable {
  readonly #limits: ClientPoolLimits
  readonly #pools = new Map<string, KeptPool>()

  constructor(limits: ClientPoolLimits) {
    this.#limits = limits
  }

  /** The pool of a subgraph. One that moved gets a new pool. */
  of(name: string, origin: string): ClientPool {
    const known = this.#pools.get(keyOf(name, origin))
    if (known !== undefined) {
      stay(known)
      return known.pool
    }
    const pool = new ClientPool(origin, this.#limits)
    this.#pools.set(keyOf(name, origin), { pool, ending: undefined })
    return pool
  }

  /** Ends the pools of all other subgraphs and addresses, after what may still be under way there. */
  keepOnly(subgraphs: ReadonlyMap<string, URL>): void {
    const needed = new Set([...subgraphs].map(([name, { origin }]) => keyOf(name, origin)))
    for (const [key, kept] of this.#pools) {
      if (needed.has(key)) stay(kept)
      else kept.ending ??= setTimeout(() => this.#end(key, kept), LINGER_MS).unref()
    }
  }

  #end(key: string, { pool }: KeptPool): void {
    this.#pools.delete(key)
    pool.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const kept = [...this.#pools.values()]
    kept.forEach(stay)
    this.#pools.clear()
    await Promise.all(kept.map(({ pool }) => pool.destroy()))
  }
}

function keyOf(name: string, origin: string): string {
  return `${name} ${origin}`
}

function stay(kept: KeptPool): void {
  clearTimeout(kept.ending)
  kept.ending = undefined
}

/** For what is passed through as a stream. */
export function openPool(origin: string, limits: PoolLimits): Pool {
  return new Pool(origin, {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
    maxResponseSize: limits.answerBytesMax,
  })
}
