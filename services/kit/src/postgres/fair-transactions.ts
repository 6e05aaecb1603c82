import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import { acquireBefore, SHARE, WAIT_MS } from './fair-reads.ts'
import { isOfCallers } from './row-access.ts'
import type { RowAccess } from './row-access.ts'

/** How a transaction waits, and for which organizations. */
export interface FairTransaction {
  readonly access: RowAccess
  /** Whether it waits for others of its organizations; by default it does. */
  readonly waits?: boolean | undefined
  /** It follows a change that the same request has committed, so that it must not be refused. */
  readonly isAfterCommit: boolean
}

/**
 * Shares the connections of a process between the organizations that begin transactions. Each that waits for a lock, such
 * as that of one list, holds a connection meanwhile.
 */
export class FairTransactions {
  readonly #slots: FairSemaphore

  /** @param poolSize connections of the pool */
  constructor(poolSize: number) {
    this.#slots = new FairSemaphore({ perKey: Math.ceil(poolSize * SHARE) })
  }

  /**
   * Runs a transaction of a caller when those of the same organizations hold less than a quarter of the connections, rounded up. After
   * ten seconds it is refused; one that follows a commit runs then. Background work does not wait.
   * @throws RateLimitedError after a wait of ten seconds
   */
  async run<T>(
    { access, isAfterCommit, waits = true }: FairTransaction,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!waits || !isOfCallers(access)) return work()
    const acquire = acquireBefore(performance.now() + WAIT_MS, isAfterCommit)
    using _slot = await acquire(this.#slots, access)
    return await work()
  }
}
