import type { Database } from '@takeoff/kit/postgres/database'
import { readForMetrics } from '@takeoff/kit/service/metrics'
import type { Logger } from '@takeoff/kit/service/logger'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { readBacklog } from '../../db/backlog.ts'
import type { Backlog } from '../../db/backlog.ts'

const CACHED_MS = 5_000
/** The result is cached for this multiple of the read's duration: counting uses 2 % of one connection at most. */
const CACHED_FACTOR = 50
const SUBSCRIPTION_STATES = ['enabled', 'failing', 'paused', 'disabled', 'unverified'] as const

export interface BacklogOptions {
  readonly registry: Registry
  readonly database: Database
  readonly logger: Logger
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * Gauges that are read from the database on each scrape and cover all processes together. While the database
 * cannot be read they are NaN, and the other metrics are still served.
 */
export function addBacklogMetrics({ registry, database, logger, now }: BacklogOptions): void {
  const read = cached(async () => {
    try {
      return await readBacklog(database)
    } catch (error) {
      logger.warn({ err: error }, 'the backlog could not be read')
      return undefined
    }
  }, now)
  for (const { name, help, values } of gauges) {
    const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))]
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const backlog = await readForMetrics(read())
        for (const { labels, of } of values) {
          gauge.set(labels, backlog === undefined ? Number.NaN : of(backlog))
        }
      },
    })
  }
}

interface BacklogGauge {
  readonly name: string
  readonly help: string
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string>>
    readonly of: (backlog: Backlog) => number
  }[]
}

const gauges: readonly BacklogGauge[] = [
  {
    name: 'webhooks_pending_deliveries',
    help: 'Deliveries that are due, are due and held by their receiver (paused, limited, failing, or as many requests under way as it may have), wait for the time of a retry, are parked behind another one of their aggregate, are under way, or are due and wait until their organization has been moved.',
    values: [
      { labels: { state: 'due' }, of: ({ due }) => due },
      { labels: { state: 'held' }, of: ({ held }) => held },
      { labels: { state: 'retry' }, of: ({ retry }) => retry },
      { labels: { state: 'parked' }, of: ({ parked }) => parked },
      { labels: { state: 'under_way' }, of: ({ underWay }) => underWay },
      { labels: { state: 'moving' }, of: ({ moving }) => moving },
    ],
  },
  {
    name: 'webhooks_oldest_due_seconds',
    help: 'How long the longest waiting due delivery has waited: for us, or for its receiver (paused, limited, failing, or as many requests under way as it may have).',
    values: [
      { labels: { waits_for: 'us' }, of: ({ oldestDue }) => oldestDue },
      { labels: { waits_for: 'receiver' }, of: ({ oldestDueHeld }) => oldestDueHeld },
    ],
  },
  {
    name: 'webhooks_subscriptions',
    help: 'Subscriptions by state.',
    values: SUBSCRIPTION_STATES.map((state) => ({
      labels: { state },
      of: ({ subscriptions }) => subscriptions[state] ?? 0,
    })),
  },
  {
    name: 'webhooks_workers',
    help: 'Processes of this service with a heartbeat in the last five seconds.',
    values: [{ labels: {}, of: ({ workers }) => workers }],
  },
  {
    name: 'webhooks_poison_messages',
    help: 'Messages dead-lettered as unreadable.',
    values: [{ labels: {}, of: ({ poisonMessages }) => poisonMessages }],
  },
  {
    name: 'webhooks_poison_bytes',
    help: 'Disk space of the messages dead-lettered.',
    values: [{ labels: {}, of: ({ poisonBytes }) => poisonBytes }],
  },
]

/** @param read undefined after an error, of which the next read is due soon, however long it took */
function cached<T>(
  read: () => Promise<T | undefined>,
  now = () => performance.now(),
): () => Promise<T | undefined> {
  let value: Promise<T | undefined> | undefined
  let until = -Infinity
  return () => {
    const begunAt = now()
    if (value !== undefined && begunAt < until) return value
    // Concurrent scrapes share this read.
    until = Infinity
    value = read().then((result) => {
      const endedAt = now()
      const factor = result === undefined ? 0 : CACHED_FACTOR
      until = endedAt + Math.max(CACHED_MS, factor * (endedAt - begunAt))
      return result
    })
    return value
  }
}
