import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** Metrics of the maintenance. */
export type MaintenanceMetrics = ReturnType<typeof createMaintenanceMetrics>

export function createMaintenanceMetrics(registry: Registry) {
  const registers = [registry]
  const lastSuccess = new Gauge({
    name: 'webhooks_keep_last_success_timestamp_seconds',
    help: 'When this process last completed all of the maintenance; 0 before the first time.',
    registers,
  })
  const deletedRows = new Counter({
    name: 'webhooks_keep_deleted_rows_total',
    help: 'Rows deleted in batches, by what they were.',
    labelNames: ['what'],
    registers,
  })
  const droppedPartitions = new Counter({
    name: 'webhooks_keep_dropped_partitions_total',
    help: 'Partitions dropped because they were past retention.',
    labelNames: ['table'],
    registers,
  })
  return {
    /** A whole round succeeded. */
    done: (at: Date): void => lastSuccess.set(at.getTime() / 1000),
    deleted: (what: string, rows: number): void => deletedRows.inc({ what }, rows),
    dropped: (table: string): void => droppedPartitions.inc({ table }),
  }
}
