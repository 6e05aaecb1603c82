import { setTimeout as delay } from 'node:timers/promises'
import type { Publisher } from './bus.ts'
import { createClaim } from './claim-events.ts'
import type { ClaimEvents } from './claim-events.ts'
import type { Database } from './database.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Metrics } from './metrics.ts'
import { createOutboxMetrics } from './outbox-metrics.ts'
import type { OutboxMetrics } from './outbox-metrics.ts'

const BATCH_SIZE = 200
/** Batches under way at once: a commit need not wait for the confirms of those before it. */
const BATCHES_MAX = 3
/** Wait after a batch that was not full; a commit of this process wakes the relay at once. */
const BUSY_MS = 5
/** Longest wait between two looks into an empty outbox. */
const IDLE_MS = 250
/**
 * A batch costs much and an event in it little, so most batches wait a moment for company: after so many events for
 * the whole busy wait, after fewer until they are confirmed, if that is sooner.
 */
const CROWD = 20

export interface Relay extends AsyncDisposable {
  /** Call after a commit that wrote an outbox row. */
  wake(): void
}

export interface RelayOptions {
  readonly database: Database
  readonly publisher: Publisher
  readonly logger: Logger
  readonly metrics: Metrics
}

/** Moves committed events from the outbox to the carrier. Several at once are safe. */
export function startRelay(options: RelayOptions): Relay {
  const { database, publisher } = options
  const metrics = createOutboxMetrics(options.metrics, database, publisher)
  const batches = createBatches({ database, publisher, metrics, claim: createClaim() })
  const loop = startLoop({
    round: () => batches.begin(),
    idleMs: () => batches.idleMs,
    onError: (error) => options.logger.warn({ err: error }, 'events wait in the outbox'),
  })
  return {
    wake: () => loop.wake(),
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await batches.settled()
    },
  }
}

interface BatchTools extends Pick<RelayOptions, 'database' | 'publisher'> {
  readonly metrics: OutboxMetrics
  readonly claim: ClaimEvents
}

interface Batches {
  /** How long to wait after a batch that was not full: longer the longer nothing was found. */
  readonly idleMs: number
  /**
   * Resolves as soon as the next batch is on its way to the carrier; rejects when one could not be moved.
   * @returns whether there is probably more
   */
  begin(): Promise<boolean>
  settled(): Promise<void>
}

function createBatches(tools: BatchTools): Batches {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  /** Batches overlap only while they succeed: a carrier in trouble is tried with one at a time. */
  let mayOverlap = false
  let idleMs = BUSY_MS

  const start = async (): Promise<number> => {
    const claimed = Promise.withResolvers<number>()
    const ended = moveBatch(tools, claimed.resolve)
      .then(
        () => void (mayOverlap = true),
        (error: unknown) => {
          mayOverlap = false
          failures.push(error)
        },
      )
      .finally(() => underWay.delete(ended))
    underWay.add(ended)
    const count = await Promise.race([claimed.promise, ended.then(() => 0)])
    if (!mayOverlap) await ended
    else if (count < CROWD) await Promise.race([ended, delay(BUSY_MS)])
    return count
  }
  const throwFailure = async (): Promise<void> => {
    if (failures.length === 0) return
    await Promise.all(underWay)
    throw failures.splice(0)[0]
  }

  return {
    get idleMs() {
      return idleMs
    },
    async begin() {
      await throwFailure()
      const { publisher } = tools
      // No transaction is held open while the carrier is away or blocked.
      await publisher.open()
      if (publisher.blocked) {
        idleMs = IDLE_MS
        return false
      }
      if (underWay.size >= BATCHES_MAX) await Promise.race(underWay)
      const count = await start()
      await throwFailure()
      idleMs = count > 0 ? BUSY_MS : Math.min(IDLE_MS, idleMs * 2)
      if (count >= CROWD && count < BATCH_SIZE) await delay(BUSY_MS)
      return count === BATCH_SIZE
    },
    settled: async () => void (await Promise.all(underWay)),
  }
}

async function moveBatch(
  { database, publisher, metrics, claim }: BatchTools,
  onClaim: (count: number) => void,
): Promise<void> {
  await database.transaction(async (sql) => {
    const events = await claim(sql, BATCH_SIZE)
    onClaim(events.length)
    if (events.length > 0) await metrics.measure(events.length, publisher.publish(events))
  })
}
