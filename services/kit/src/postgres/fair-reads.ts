import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { fairPauseMs } from '../concurrency/fair-pause.ts'
import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import type { Slot } from '../concurrency/fair-semaphore.ts'
import { RateLimitedError } from '../values/errors.ts'
import { isOfCallers } from './row-access.ts'
import type { RowAccess } from './row-access.ts'

/** The part of a pool's connections that reads of one caller's organizations may use at a time. */
const SHARE = 1 / 4
/** How long a read waits for the others of its organizations. */
const WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 1

/** A read of more rows is long. */
const LONG_ROWS = 500
/** For this time, the same statement of the same organizations is expected to be as long again. */
const LENGTH_MS = 60_000
/** Characters of the statements whose length is known: some thousands, as one that is not prepared may have 3,000. */
const LENGTHS_SIZE_MAX = 4_000_000
/** A read also takes long when the database is slow. */
const PAUSE_MAX_MS = 2_000
/** Callers who read within this time are active. */
const ACTIVE_MS = 1000
/** Of more, those who read longest ago are forgotten: one other caller is enough for a pause. */
const CALLERS_MAX = 1000

/** A record of TLS. The read buffer of another connection holds four times as much; after a full chunk comes another one. */
const RECORD_BYTES = 16_384

/** A statement that reads for a caller or for background work. */
export interface FairRead {
  readonly access: RowAccess
  /** Its prepared name, or its text. */
  readonly statement: string
}

/**
 * Shares the connections and the time of a process between the organizations that read. A few long responses at once would
 * delay small ones of other organizations by seconds, because one thread parses them and writes their JSON (ADR 61).
 */
export class FairReads {
  readonly #slots: FairSemaphore
  readonly #turns = new FairSemaphore({ slots: 1 })
  readonly #firsts = new FairSemaphore({ perKey: 1 })
  readonly #lengths = new LRUCache<string, 'short' | 'long'>({
    maxSize: LENGTHS_SIZE_MAX,
    sizeCalculation: (_length, key) => key.length,
    ttl: LENGTH_MS,
  })
  readonly #active = new LRUCache<RowAccess, true>({ max: CALLERS_MAX, ttl: ACTIVE_MS })

  /** @param poolSize connections of the pool */
  constructor(poolSize: number) {
    this.#slots = new FairSemaphore({ perKey: Math.ceil(poolSize * SHARE) })
  }

  /**
   * Sends a read of a caller when those of the same organizations use less than a quarter of the connections. While it is not
   * known how long a statement is, one of an organization is sent at a time. A statement that was long before is sent after
   * the other long ones of the process. While other organizations read, a pause follows, which is the shorter the more of them
   * wait with long reads. Background work does not wait.
   * @throws RateLimitedError after a wait of ten seconds for a connection, for the first read of the statement, or for other long ones
   */
  async run<Row>({ access, statement }: FairRead, send: () => Promise<Row[]>): Promise<Row[]> {
    if (!isOfCallers(access)) return send()
    this.#active.set(access, true)
    const key = `${access} ${statement}`
    if (!this.#lengths.has(key)) {
      const first = await acquire(this.#firsts, key)
      // Another read may have been the first.
      if (this.#lengths.has(key)) first[Symbol.dispose]()
      else return this.#remember(key, await this.#sendInTurn(first, access, send))
    }
    const isShort = (): boolean => this.#lengths.get(key) !== 'long'
    // Another one may have been long while this one waited for a connection.
    const sent = isShort()
      ? await this.#withSlot(access, async () => (isShort() ? send() : undefined))
      : undefined
    if (sent !== undefined) return this.#remember(key, sent)
    return this.#remember(
      key,
      await this.#sendInTurn(await acquire(this.#turns, access), access, send),
    )
  }

  /** A statement that was long stays so for a while when it is short with other arguments. */
  #remember<Row>(key: string, rows: Row[]): Row[] {
    if (isLong(rows)) this.#lengths.set(key, 'long')
    else if (this.#lengths.get(key) !== 'long') this.#lengths.set(key, 'short')
    return rows
  }

  async #withSlot<T>(access: RowAccess, work: () => Promise<T>): Promise<T> {
    using _slot = await acquire(this.#slots, access)
    return await work()
  }

  /** Ends the turn after the read, or after the pause that follows if it was long. */
  async #sendInTurn<Row>(
    turn: Slot,
    access: RowAccess,
    send: () => Promise<Row[]>,
  ): Promise<Row[]> {
    let pauseMs = 0
    try {
      return await this.#withSlot(access, async () => {
        const startedAt = performance.now()
        const rows = await send()
        if (isLong(rows)) pauseMs = this.#pauseAfter(performance.now() - startedAt, access)
        return rows
      })
    } finally {
      if (pauseMs === 0) turn[Symbol.dispose]()
      else setTimeout(() => turn[Symbol.dispose](), pauseMs)
    }
  }

  #pauseAfter(durationMs: number, access: RowAccess): number {
    if (!this.#isAnotherActive(access)) return 0
    return fairPauseMs(durationMs / Math.max(1, this.#turns.waitingKeys), PAUSE_MAX_MS)
  }

  #isAnotherActive(access: RowAccess): boolean {
    return [...this.#active.keys()].some((other) => other !== access)
  }
}

function isLong(rows: readonly unknown[]): boolean {
  return rows.length > LONG_ROWS
}

/** @throws RateLimitedError */
async function acquire(slots: FairSemaphore, access: RowAccess): Promise<Slot> {
  const slot = await slots.acquireWithin(access, WAIT_MS)
  if (slot !== undefined) return slot
  throw new RateLimitedError(
    'Too many reads are under way. Try again in a second.',
    RETRY_AFTER_SECONDS,
  )
}

/**
 * Lets the process do other work between the parts of a long response. Node would read the connection for as long as it has
 * data, up to 32 buffers.
 */
export function readInParts(connection: Readable): void {
  connection.on('data', ({ length }: Buffer) => {
    if (length % RECORD_BYTES !== 0) return
    connection.pause()
    setImmediate(() => connection.resume())
  })
}
