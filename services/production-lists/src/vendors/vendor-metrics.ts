import type { VendorChange } from '@takeoff/contracts/vendor-changes'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { addGauge } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { Counter, Histogram } from 'prom-client'
import { findVendorReading } from '../db/vendors/vendor-copy-reads.ts'

const DELAY_BUCKETS_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60, 600, 3_600]

/** What the copy of the vendors reports. */
export interface VendorMetrics {
  /** A change was stored that arrived from the broker. */
  received(change: VendorChange): void
  /** A message was dropped. */
  unreadable(): void
}

/** Metrics of the copy of the vendors. */
export function createVendorMetrics(registry: Metrics, sql: Sql, now: () => Date): VendorMetrics {
  const registers = [registry]
  const delay = new Histogram({
    name: 'vendor_change_delay_seconds',
    help: 'Time from a change of a vendor to its copy here, of changes that arrived from the broker.',
    buckets: DELAY_BUCKETS_SECONDS,
    registers,
  })
  const unreadable = new Counter({
    name: 'vendor_changes_unreadable_total',
    help: 'Messages about vendors that were dropped; the next reading of their owner has the vendors.',
    registers,
  })
  addGauge(registry, {
    name: 'vendor_copy_age_seconds',
    help: 'Time since the last complete reading of the changes of vendors began; +Inf when there is none.',
    read: async () => (await findVendorReading(sql))?.ageSeconds ?? Infinity,
  })
  return {
    received: ({ occurredAt }) =>
      delay.observe(Math.max(0, (now().getTime() - Date.parse(occurredAt)) / 1000)),
    unreadable: () => unreadable.inc(),
  }
}
