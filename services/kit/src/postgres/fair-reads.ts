import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { fairPauseMs } from '../concurrency/fair-pause.ts'
import { FairSemaphore } from '../concurrency/fair-semaphore.ts'
import type { Slot } from '../concurrency/fair-semaphore.ts'
import { RateLimitedError } from '../values/errors.ts'
import { isOfCallers } from './row-access.ts'
import type { RowAccess } from './row-access.ts'

/** Share of the pool that reads of the same organizations may hold at a time; transactions may hold as much again. */
export const SHARE = 1 / 4
/** Longest total wait of a read or a transaction. The gateway waits 15 seconds for a response. */
export const WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 1

/** A read of more rows is long. */
const LONG_ROWS = 500
/** For this time, the same statement of the same organizations is expected to be as long again. */
const LENGTH_MS = 60_000
/** Maximum characters of the cached keys: some thousand statements, as one that is not prepared may have 3,000. */
const LENGTHS_SIZE_MAX = 4_000_000
/** A read also takes long when the database is slow. */
const PAUSE_MAX_MS = 2_000
/** Callers who read within this time are active. */
const ACTIVE_MS = 1000
/** Maximum cached active callers; the least recently active is evicted. One other caller is enough for a pause. */
const CALLERS_MAX = 1000

/** Size of a TLS record, a quarter of the read buffer of a connection without TLS. A full chunk means that more data follows. */
const RECORD_BYTES = 16_384

/** A statement that reads for a caller or for background work. */
export interface FairRead {
  readonly access: RowAccess
  /** Its prepared name, or its text. */
  readonly statement: string
  /** It follows a change that the same request has committed, so that it must not be refused. */
  readonly isAfterCommit?: boolean
}

/** Takes a slot, and waits for it if necessary. */
type Acquire = (slots: FairSemaphore, key: string) => Promise<Slot>

const NO_SLOT: Slot = { [Symbol.dispose]: () => undefined }

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
   * Sends a read of a caller as soon as reads of the same organizations hold less than a quarter of the connections. A
   * statement of unknown length is sent one at a time for the same organizations. Statements that were long before are sent
   * one at a time in the whole process, and need none of these connections. While other organizations read, a long read is
   * followed by a pause, which is shorter when more of them wait with long reads. A read that has waited for ten seconds is
   * refused.
   *
   * A read after a commit needs none of these connections, waits for long reads as others do, and is sent after ten seconds
   * in any case. Background work does not wait.
   * @throws RateLimitedError after a wait of ten seconds
   */
  async run<Row>(read: FairRead, send: () => Promise<Row[]>): Promise<Row[]> {
    const { access, statement, isAfterCommit = false } = read
    if (!isOfCallers(access)) return send()
    this.#active.set(access, true)
    const key = `${access} ${statement}`
    const acquire = acquireBefore(performance.now() + WAIT_MS, isAfterCommit)
    const slot = (): Promise<Slot> =>
      isAfterCommit ? Promise.resolve(NO_SLOT) : acquire(this.#slots, access)
    if (!this.#lengths.has(key)) {
      const first = await acquire(this.#firsts, key)
      // Another read may have been the first.
      if (this.#lengths.has(key)) first[Symbol.dispose]()
      else return this.#remember(key, await this.#sendInTurn(first, access, send, slot))
    }
    const isShort = (): boolean => this.#lengths.get(key) !== 'long'
    if (isShort()) {
      using _slot = await slot()
      // Another one may have been long while this one waited for a connection.
      if (isShort()) return this.#remember(key, await send())
    }
    const turn = await acquire(this.#turns, access)
    return this.#remember(key, await this.#sendInTurn(turn, access, send))
  }

  /** A statement that was long stays so for a while when it is short with other arguments. */
  #remember<Row>(key: string, rows: Row[]): Row[] {
    if (isLong(rows)) this.#lengths.set(key, 'long')
    else if (this.#lengths.get(key) !== 'long') this.#lengths.set(key, 'short')
    return rows
  }

  /** Ends the turn after the read, or after the pause that follows if it was long. */
  async #sendInTurn<Row>(
    turn: Slot,
    access: RowAccess,
    send: () => Promise<Row[]>,
    slot: () => Promise<Slot> = () => Promise.resolve(NO_SLOT),
  ): Promise<Row[]> {
    let pauseMs = 0
    try {
      using _slot = await slot()
      const startedAt = performance.now()
      const rows = await send()
      if (isLong(rows)) pauseMs = this.#pauseAfter(performance.now() - startedAt, access)
      return rows
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

/** @param isSentLate whether it runs without a slot after its time, in place of being refused */
export function acquireBefore(endMs: number, isSentLate: boolean): Acquire {
  return async (slots, key) => {
    const slot = await slots.acquireWithin(key, Math.max(0, endMs - performance.now()))
    if (slot !== undefined) return slot
    if (isSentLate) return NO_SLOT
    throw new RateLimitedError(
      'Too many requests of your organization are under way. Try again in a second.',
      RETRY_AFTER_SECONDS,
    )
  }
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
