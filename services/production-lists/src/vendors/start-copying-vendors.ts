import { isAmqp } from '@takeoff/kit/events/publisher'
import { addQueueDepths } from '@takeoff/kit/events/queue-depths'
import { VENDORS_QUEUE } from '@takeoff/kit/events/topology'
import type { Logger } from '@takeoff/kit/service/logger'
import type { Metrics } from '@takeoff/kit/service/metrics'
import type { ReadingResources } from './read-vendors.ts'
import { startReadingVendors } from './start-reading-vendors.ts'
import { startReceivingVendors } from './start-receiving-vendors.ts'
import { createVendorMetrics } from './vendor-metrics.ts'

/** The work for which the vendors of all organizations are stored. */
export const VENDOR_COPYING = 'vendor-copying'
/** Changes arrive from the broker; what it has lost is read this late. */
const EVERY_WITH_BROKER_MS = 300_000
/** Without a broker changes are read only. */
const EVERY_WITHOUT_BROKER_MS = 5_000

interface Copying extends ReadingResources {
  readonly eventsUrl: string
  readonly logger: Logger
  readonly metrics: Metrics
  readonly now: () => Date
}

/** Keeps the copy of the vendors current until it is disposed. */
export function startCopyingVendors({
  eventsUrl,
  metrics: registry,
  now,
  ...copying
}: Copying): AsyncDisposable {
  const { database, logger } = copying
  const stack = new AsyncDisposableStack()
  const metrics = createVendorMetrics(registry, database, now)
  const hasBroker = isAmqp(eventsUrl)
  const everyMs = hasBroker ? EVERY_WITH_BROKER_MS : EVERY_WITHOUT_BROKER_MS
  stack.use(startReadingVendors({ ...copying, everyMs }))
  if (hasBroker) {
    const consumer = stack.use(startReceivingVendors({ eventsUrl, database, logger, metrics }))
    addQueueDepths(registry, consumer, [VENDORS_QUEUE])
  }
  return stack
}
