import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@takeoff/kit/database'
import type { Logger } from '@takeoff/kit/logger'
import { createWaker } from '@takeoff/kit/waker'
import { LEASE_SECONDS } from './leased-delivery.ts'
import { writeResults } from './write-results.ts'
import type { AttemptResult, WrittenResults } from './write-results.ts'

/** Nobody waits for a result but a place in its lane, and a larger batch costs far less for each of them. */
const GATHER_MS = 8
/** Fewer than fill one lane hold nobody up, and wait so long for company before. */
const FEW_WAIT_MS = 16
const BATCH_MAX = 500
const RETRY_MS = 500

export interface ResultWriterOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** Places of one lane, now. */
  readonly laneSize: () => number
  /** Hears of each batch when it is in the database. */
  readonly onWritten: (written: WrittenBatch) => void
}

export interface WrittenBatch extends WrittenResults {
  readonly results: number
  /** Time that it took in the database. */
  readonly seconds: number
}

export interface ResultWriter {
  /** Resolves when the result is in the database, or too old to be of use there. */
  write(result: AttemptResult): Promise<void>
  /** Resolves when nothing waits to be written. */
  drained(): Promise<void>
}

/** Gathers results for a few milliseconds and writes them together. */
export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  const waiting: Waiting[] = []
  const filled = createWaker()
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      await filled.wait(FEW_WAIT_MS)
      await sleep(GATHER_MS)
      const batch = waiting.splice(0, BATCH_MAX)
      waiting.unshift(...(await writeBatch(batch, options)))
    }
    working = undefined
  }

  return {
    write: (result) =>
      new Promise((resolve) => {
        waiting.push({ result, resolve, until: performance.now() + LEASE_SECONDS * 1000 })
        if (waiting.length >= options.laneSize()) filled.wake()
        working ??= work()
      }),
    drained: () => working ?? Promise.resolve(),
  }
}

interface Waiting {
  readonly result: AttemptResult
  readonly resolve: () => void
  readonly until: number
}

/** Returns what must be written again; results whose lease is over by then are let go, not lost: they are sent again. */
async function writeBatch(
  batch: readonly Waiting[],
  { sql, logger, onWritten }: ResultWriterOptions,
): Promise<Waiting[]> {
  const begunAt = performance.now()
  try {
    const written = await writeResults(
      sql,
      batch.map(({ result }) => result),
    )
    for (const { id, orgId, lastError } of written.disabled) {
      logger.warn({ webhookId: id, orgId, lastError }, 'a webhook was disabled')
    }
    for (const { resolve } of batch) resolve()
    const seconds = (performance.now() - begunAt) / 1000
    onWritten({ ...written, results: batch.length, seconds })
    return []
  } catch (error) {
    logger.error({ err: error, results: batch.length }, 'results could not be written')
    await sleep(RETRY_MS)
    const now = performance.now()
    for (const { resolve, until } of batch) if (until <= now) resolve()
    return batch.filter(({ until }) => until > now)
  }
}
