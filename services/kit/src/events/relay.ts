import type { EncodedEvent, Publisher } from './publisher.ts'
import { tracePublish } from './publish-spans.ts'
import { createClaim } from './claim-events.ts'
import type { Database } from '../postgres/database.ts'
import { createForwarding } from './forwarding.ts'
import type { Logger } from '../service/logger.ts'
import { startLoop } from '../concurrency/loop.ts'
import type { Metrics } from '../service/metrics.ts'
import { isTracing } from '../service/tracing.ts'
import { createOutboxMetrics } from './outbox-metrics.ts'

/** Maximum rows of one claim from the outbox. */
const BATCH_SIZE = 200
/** Wait after a claim that found fewer. */
const LOOK_EVERY_MS = 250

/** The outbox to relay, and the transport for its events. */
export interface RelayOptions {
  readonly database: Database
  readonly publisher: Publisher
  readonly logger: Logger
  readonly metrics: Metrics
}

/**
 * Moves committed events from the outbox to the transport: those of this process from memory, as soon as they are
 * committed; and rows that stay in the table for a second, because their process was killed, the transport was down or
 * there were too many at once. Each process publishes its own events, and all processes share the remaining rows.
 */
export function startRelay({
  database,
  publisher,
  logger,
  metrics,
}: RelayOptions): AsyncDisposable {
  const measure = createOutboxMetrics(metrics, database, publisher)
  const claim = createClaim()
  const onFailure = (error: unknown): void =>
    logger.warn({ err: error }, 'events wait in the outbox')
  const publish = async (events: readonly EncodedEvent[]): Promise<void> => {
    if (publisher.blocked) throw new Error('the broker blocks publishers (connection.blocked)')
    const sending = isTracing()
      ? tracePublish(events, (traced) => publisher.publish(traced))
      : publisher.publish(events)
    await measure(events.length, sending)
  }
  const forwarding = createForwarding({ sql: database, publish, onFailure })
  const listening = database.onEvents((events) => forwarding.take(events))

  const moveFrom = (oldest: string): Promise<boolean> =>
    database.transaction(async (sql) => {
      const events = await claim.take(sql, oldest, BATCH_SIZE)
      if (events.length > 0) await publish(events)
      return events.length === BATCH_SIZE
    })

  const moveRest = async (): Promise<boolean> => {
    // No transaction is held open while the transport is down or blocked.
    await publisher.open()
    if (publisher.blocked) return false
    const oldest = await claim.oldest(database)
    const isMore = oldest !== undefined && (await moveFrom(oldest))
    // While the table holds more, everything is published from it: an event that waits in memory for a second
    // would be published twice.
    if (isMore) forwarding.close()
    else forwarding.open()
    return isMore
  }
  const loop = startLoop({
    round: moveRest,
    idleMs: LOOK_EVERY_MS,
    onError(error) {
      forwarding.close()
      onFailure(error)
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      listening[Symbol.dispose]()
      await forwarding.settled()
    },
  }
}
