import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { Signal } from '@takeoff/kit/concurrency/signal'
import { isDataError } from '../../db/is-data-error.ts'
import { writeResults } from './write-results.ts'
import type { AttemptResult, WrittenResults } from './write-results.ts'

/** Batching window. A pending result only holds a queue slot, and larger batches cost much less per result. */
const GATHER_MS = 8
/** Fewer than fill one queue hold nobody up, and wait so long for company before. */
const FEW_WAIT_MS = 16
const BATCH_MAX = 500
const RETRY_MS = 500

export interface ResultWriterOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** Places of one queue, now. */
  readonly perWebhook: () => number
  /** Results that the database refuses from now on are let go, not lost: their deliveries are sent again. */
  readonly givingUp: AbortSignal
  /** Hears of each batch when it is in the database. */
  readonly onWritten: (written: WrittenBatch) => void
}

export interface WrittenBatch extends WrittenResults {
  readonly results: number
  /** Time that it took in the database. */
  readonly seconds: number
}

export interface ResultWriter {
  /** The database refuses results: what was sent now would be sent again when its lease is over, and again. */
  readonly isFailing: boolean
  /** Resolves when the result is in the database, or is let go. */
  write(result: AttemptResult): Promise<void>
  /** Resolves when nothing waits to be written. */
  drained(): Promise<void>
}

/**
 * Gathers results for a few milliseconds and writes them together. They are tried for as long as the database refuses
 * them, also when their leases are over: they count unless another process has taken the delivery again.
 */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const waiting: Waiting[] = []
  const filled = new Signal()
  let working: Promise<void> | undefined
  let isFailing = false

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      await filled.wait(FEW_WAIT_MS)
      await sleep(GATHER_MS)
      const batch = waiting.splice(0, BATCH_MAX)
      const refused = await writeBatch(batch, options)
      isFailing = refused.length > 0
      if (!isFailing) continue
      await sleep(RETRY_MS)
      if (options.givingUp.aborted) letGo(refused)
      else waiting.unshift(...refused)
    }
    working = undefined
  }

  return {
    get isFailing() {
      return isFailing
    },
    write: (result) =>
      new Promise((resolve) => {
        waiting.push({ result, resolve })
        if (waiting.length >= options.perWebhook()) filled.notify()
        working ??= work()
      }),
    drained: () => working ?? Promise.resolve(),
  }
}

interface Waiting {
  readonly result: AttemptResult
  readonly resolve: () => void
}

function letGo(batch: readonly Waiting[]): void {
  for (const { resolve } of batch) resolve()
}

/** Returns what is to be tried again. */
async function writeBatch(
  batch: readonly Waiting[],
  options: ResultWriterOptions,
): Promise<readonly Waiting[]> {
  const { sql, logger, onWritten } = options
  const begunAt = performance.now()
  try {
    const written = await writeResults(
      sql,
      batch.map(({ result }) => result),
    )
    for (const { id, orgId, lastError } of written.disabled) {
      logger.warn({ webhookId: id, orgId, lastError }, 'a webhook was disabled')
    }
    letGo(batch)
    const seconds = (performance.now() - begunAt) / 1000
    onWritten({ ...written, results: batch.length, seconds })
    return []
  } catch (error) {
    logger.error({ err: error, results: batch.length }, 'results could not be written')
    return isDataError(error) ? writeHalves(batch, options) : batch
  }
}

/** One of them can never be written. It is found and let go, so that it does not hold up those of other receivers. */
async function writeHalves(
  batch: readonly Waiting[],
  options: ResultWriterOptions,
): Promise<readonly Waiting[]> {
  if (batch.length === 1) {
    letGo(batch)
    return []
  }
  const middle = Math.floor(batch.length / 2)
  const refused = await writeBatch(batch.slice(0, middle), options)
  return [...refused, ...(await writeBatch(batch.slice(middle), options))]
}
