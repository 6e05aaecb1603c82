import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import type { DeliveryMetrics, Ingested } from '../deliveries/metrics/delivery-metrics.ts'
import type { Deliveries } from '../deliveries/start-deliveries.ts'
import { ingestAudit } from './ingest-audit.ts'
import { ingestEvents } from './ingest-events.ts'
import type { ParsedMessage } from './read-message.ts'
import { traceIngest } from './trace-ingest.ts'

/** Resolves once all of them are committed; only then may they be acknowledged. */
export type Ingest = (read: readonly ParsedMessage[]) => Promise<void>

export interface IngestParts {
  readonly database: Database
  readonly logger: Logger
  readonly metrics: DeliveryMetrics
  readonly deliveries: Pick<Deliveries, 'leaseAndStart' | 'claimNow'>
}

/** Events ingested at once, even when there is no room to send any. */
const PART_MIN = 20
/** Largest ingest batch. With 50 subscriptions it takes about a second, during which nothing else can be claimed. */
const PART_MAX = 1_000

/**
 * Commits as many events at a time as can be sent at once, and claims at once when some could not be leased. The
 * remaining events wait in the transport, where they cost less than in a table. Audit records of the batch come first.
 */
export function createIngest({ database, logger, metrics, deliveries }: IngestParts): Ingest {
  /** Deliveries per event in the last batch. */
  let fanOut = 1
  const report = (counts: Ingested): void => {
    metrics.ingested(counts)
    if (counts.poisoned > 0) logger.error(counts, 'unreadable messages were dead-lettered')
  }
  return async (all) => {
    report(
      await ingestAudit(
        database,
        all.filter((one) => one.kind === 'audit'),
      ),
    )
    const read = all.filter((one) => one.kind !== 'audit')
    for (let from = 0; from < read.length;) {
      const { leased, ...counts } = await deliveries.leaseAndStart((offer) => {
        const fitting = Math.min(PART_MAX, Math.floor(offer.room / fanOut))
        const part = read.slice(from, from + Math.max(PART_MIN, fitting))
        from += part.length
        return traceIngest(part, () => ingestEvents({ database, logger }, part, offer))
      })
      if (counts.events > 0) fanOut = Math.max(1, counts.deliveries / counts.events)
      report(counts)
      if (counts.deliveries > leased.length) deliveries.claimNow()
    }
  }
}
