import { parseVendorChange } from '@takeoff/contracts/vendor-changes'
import type { VendorChange } from '@takeoff/contracts/vendor-changes'
import { startConsumer } from '@takeoff/kit/events/amqp-consumer'
import type { Consumer } from '@takeoff/kit/events/amqp-consumer'
import { VENDORS_QUEUE } from '@takeoff/kit/events/topology'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { saveVendorCopies } from '../db/vendors/save-vendor-copies.ts'
import type { VendorMetrics } from './vendor-metrics.ts'

/** Messages stored with one statement; each is one change, or an array of them. */
const BATCH_MAX = 50
const PREFETCH = 2 * BATCH_MAX

/** The queue of the changes, and the copy. */
export interface ReceivingVendors {
  readonly eventsUrl: string
  /** With access to the vendors of all organizations. */
  readonly database: Database
  readonly logger: Logger
  readonly metrics: Pick<VendorMetrics, 'received' | 'unreadable'>
}

/**
 * Stores the changes of vendors as they arrive from the broker. One that cannot be read is dropped: the regular reading
 * brings the vendor.
 */
export function startReceivingVendors(options: ReceivingVendors): Consumer {
  const { eventsUrl: url, database, logger, metrics } = options
  return startConsumer({
    url,
    queue: VENDORS_QUEUE,
    prefetch: PREFETCH,
    batchMax: BATCH_MAX,
    logger,
    read: ({ body }) => readChanges(body, options),
    async handle(batch) {
      const changes = batch.flat()
      if (changes.length === 0) return
      await saveVendorCopies(
        database,
        changes.map(({ vendor }) => vendor),
      )
      for (const change of changes) metrics.received(change)
    },
  })
}

/** Never throws. */
function readChanges(body: Buffer, { logger, metrics }: ReceivingVendors): VendorChange[] {
  const drop = (error: unknown): VendorChange[] => {
    metrics.unreadable()
    logger.error({ err: error }, 'an unreadable change of a vendor was dropped')
    return []
  }
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return [json].flat().flatMap((one) => {
      try {
        return [parseVendorChange(one)]
      } catch (error) {
        return drop(error)
      }
    })
  } catch (error) {
    return drop(error)
  }
}
