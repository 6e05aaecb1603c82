import { startLoop } from '@takeoff/kit/concurrency/loop'
import type { Logger } from '@takeoff/kit/service/logger'
import { findVendorReading } from '../db/vendors/vendor-copy-reads.ts'
import { readVendors } from './read-vendors.ts'
import type { ReadingResources } from './read-vendors.ts'

/** `everyMs`: how often the copy is compared with its owner. */
export interface RegularReading extends ReadingResources {
  readonly everyMs: number
  readonly logger: Logger
}

/** Reads the vendors at the first start, and their changes regularly. Processes with one database share the work. */
export function startReadingVendors(reading: RegularReading): AsyncDisposable {
  const { database, everyMs, logger } = reading
  return startLoop({
    async round(signal) {
      const last = await findVendorReading(database)
      if (last !== undefined && last.ageSeconds * 1000 < everyMs) return false
      const vendors = await readVendors(reading, { signal })
      if (last === undefined) logger.info({ vendors }, 'the vendors were copied')
      return false
    },
    idleMs: everyMs,
    onError: (error) =>
      logger.warn({ err: error }, 'the vendors could not be read; the copy is used as it is'),
  })
}
