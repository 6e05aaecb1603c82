import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Logger } from '@takeoff/kit/service/logger'
import { Signal } from '@takeoff/kit/concurrency/signal'
import { isDataError } from '../../db/is-data-error.ts'
import { writeResults } from './write-results.ts'
import type { AttemptResult, WrittenResults } from './write-results.ts'

/** Batching window. A pending result only holds a queue slot, and larger batches cost much less per result. */
const GATHER_MS = 8
/** Results that do not fill one queue delay no delivery, so they wait this long for more. */
const FEW_WAIT_MS = 16
const BATCH_MAX = 500
const RETRY_MS = 500

export interface ResultWriterOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** Current number of slots of one queue. */
  readonly perWebhook: () => number
  /** Results that the database refuses after the abort are dropped, not lost: their deliveries are sent again. */
  readonly givingUp: AbortSignal
  /** Called for each committed batch. */
  readonly onWritten: (written: WrittenBatch) => void
}

export interface WrittenBatch extends WrittenResults {
  readonly results: number
  /** Duration of the statement. */
  readonly seconds: number
}

/**
 * Gathers results for a few milliseconds and writes them together. It retries as long as the database refuses them,
 * also after their leases ended: a result counts unless another process has leased the delivery again.
 */
export class ResultWriter {
  readonly #options: ResultWriterOptions
  readonly #waiting: Waiting[] = []
  readonly #filled = new Signal()
  #working: Promise<void> | undefined
  #isFailing = false

  constructor(options: ResultWriterOptions) {
    this.#options = options
  }

  /** The database refuses results: deliveries sent now would be sent again after each lease. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Resolves when the result is committed or dropped. */
  write(result: AttemptResult): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ result, resolve })
      if (this.#waiting.length >= this.#options.perWebhook()) this.#filled.notify()
      this.#working ??= this.#work()
    })
  }

  /** Resolves when no result is pending. */
  drained(): Promise<void> {
    return this.#working ?? Promise.resolve()
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#filled.wait(FEW_WAIT_MS)
      await sleep(GATHER_MS)
      const batch = this.#waiting.splice(0, BATCH_MAX)
      const refused = await writeBatch(batch, this.#options)
      this.#isFailing = refused.length > 0
      if (!this.#isFailing) continue
      await sleep(RETRY_MS)
      if (this.#options.givingUp.aborted) resolveAll(refused)
      else this.#waiting.unshift(...refused)
    }
    this.#working = undefined
  }
}

interface Waiting {
  readonly result: AttemptResult
  readonly resolve: () => void
}

function resolveAll(batch: readonly Waiting[]): void {
  for (const { resolve } of batch) resolve()
}

/** Returns the results to retry. */
async function writeBatch(
  batch: readonly Waiting[],
  options: ResultWriterOptions,
): Promise<readonly Waiting[]> {
  const { sql, logger, onWritten } = options
  const begunAt = performance.now()
  try {
    const written = await writeResults(
      { database: sql, logger },
      batch.map(({ result }) => result),
    )
    for (const { id, orgId, lastError } of written.disabled) {
      logger.warn({ webhookId: id, orgId, lastError }, 'a webhook was disabled')
    }
    resolveAll(batch)
    const seconds = (performance.now() - begunAt) / 1000
    onWritten({ ...written, results: batch.length, seconds })
    return []
  } catch (error) {
    logger.error({ err: error, results: batch.length }, 'results could not be written')
    return isDataError(error) ? writeHalves(batch, options) : batch
  }
}

/** One result can never be written. Bisection isolates and drops it, so that it does not delay the others. */
async function writeHalves(
  batch: readonly Waiting[],
  options: ResultWriterOptions,
): Promise<readonly Waiting[]> {
  if (batch.length === 1) {
    resolveAll(batch)
    return []
  }
  const middle = Math.floor(batch.length / 2)
  const refused = await writeBatch(batch.slice(0, middle), options)
  return [...refused, ...(await writeBatch(batch.slice(middle), options))]
}
