import { Pool } from 'undici'

export interface PoolLimits {
  readonly connections: number
  readonly connectTimeoutMs: number
  /** For the head of an answer, and again for each pause within its body. */
  readonly timeoutMs: number
  readonly answerBytesMax: number
}

/** One connection pool a subgraph, kept while the subgraph stays at its address. */
export class SubgraphPools implements AsyncDisposable {
  readonly #limits: PoolLimits
  readonly #pools = new Map<string, { readonly origin: string; readonly pool: Pool }>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /** The pool of a subgraph. One that moved gets a new pool; the old one ends when its last call has. */
  of(name: string, origin: string): Pool {
    const known = this.#pools.get(name)
    if (known?.origin === origin) return known.pool
    void known?.pool.close()
    const pool = openPool(origin, this.#limits)
    this.#pools.set(name, { origin, pool })
    return pool
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map(({ pool }) => pool.destroy()))
    this.#pools.clear()
  }
}

export function openPool(origin: string, limits: PoolLimits): Pool {
  return new Pool(origin, {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
    maxResponseSize: limits.answerBytesMax,
  })
}
