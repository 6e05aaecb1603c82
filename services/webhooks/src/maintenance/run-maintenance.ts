import type { Database, Sql } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { invariant } from '@takeoff/kit/values/invariant'
import { firstUuidOf } from '../db/uuid-v7.ts'
import { BATCH_SIZE, oldRows } from './delete-old-rows.ts'
import type { Deletion } from './delete-old-rows.ts'
import { areEventsNeeded, dropPartition } from './drop-partition.ts'
import { BUSY, inLockedTransaction, putOff } from './locked-transaction.ts'
import type { MaintenanceMetrics } from './maintenance-metrics.ts'
import { makePartitions } from './make-partitions.ts'
import { retentionOf } from './months.ts'
import { orphans } from './orphans.ts'
import { exists, idsOf, listPartitions, nameOf } from './partitions.ts'
import type { Partition } from './partitions.ts'

const ENDLESS = new AbortController().signal

export interface Maintenance {
  readonly database: Database
  readonly logger: Logger
  readonly metrics: MaintenanceMetrics
  readonly retentionDays: number
}

export interface MaintenanceOptions {
  /** The earlier of the process's and the database's time unless said otherwise. */
  readonly now?: Date
  readonly stopping?: AbortSignal
  /** Most bytes of a default partition that are looked through while everybody waits. */
  readonly scannedBytesMax?: number
}

/**
 * Makes partitions ahead, drops those past retention, and deletes what nothing needs any more. Several processes
 * may do it, and each part may be repeated. What is busy is left for the next time, and one that fails keeps no other
 * from being done.
 * @param stopping ends it after the part under way
 * @throws AggregateError of what failed
 */
export async function runMaintenance(
  maintenance: Maintenance,
  { stopping = ENDLESS, scannedBytesMax, ...options }: MaintenanceOptions = {},
): Promise<void> {
  const now = options.now ?? (await earlierNow(maintenance.database))
  const retention = retentionOf(now, maintenance.retentionDays)
  const parts = [
    () => makePartitions(maintenance, { now, scannedBytesMax }),
    () => deleteAll(maintenance, oldRows(retention), stopping),
    async () => deleteAll(maintenance, await orphans(maintenance.database), stopping),
    async () =>
      (await dropDeliveries(maintenance, retention.deliveriesSince)) &&
      // Not before the deliveries that they tell of.
      dropEvents(maintenance, retention.eventsSince),
  ]
  let isDone = true
  const violations: unknown[] = []
  for (const part of parts) {
    if (stopping.aborted) return
    try {
      isDone = (await part()) && isDone
    } catch (error) {
      // A disk that is too full for a new partition is freed by those that follow.
      violations.push(error)
    }
  }
  if (violations.length > 0) throw new AggregateError(violations, 'some of the housekeeping failed')
  if (isDone) maintenance.metrics.done(now)
}

/** By a clock that is a year ahead all is past retention, and nothing that was dropped comes back. */
async function earlierNow(sql: Sql): Promise<Date> {
  const [row] = await sql.query<{ now: string }>('select least(now(), $1::timestamptz) as now', [
    new Date().toISOString(),
  ])
  invariant(row !== undefined, 'the time statement returned no row')
  return new Date(row.now)
}

async function dropDeliveries(maintenance: Maintenance, since: Date): Promise<boolean> {
  let isDone = true
  for (const partition of await listPartitions(maintenance.database, 'finished_delivery')) {
    if (isOlder(partition, since)) isDone = (await drop(maintenance, partition)) && isDone
  }
  return isDone
}

async function dropEvents(maintenance: Maintenance, since: Date): Promise<boolean> {
  let isDone = true
  for (const partition of await listPartitions(maintenance.database, 'domain_event')) {
    if (!isOlder(partition, since)) continue
    isDone =
      (await drop(maintenance, partition, (sql) => areEventsNeeded(sql, partition, since))) &&
      isDone
  }
  return isDone
}

function isOlder(partition: Partition, since: Date): boolean {
  return idsOf(partition)[1] <= firstUuidOf(since)
}

async function drop(
  { database, logger, metrics }: Maintenance,
  partition: Partition,
  isNeeded: (sql: Sql) => Promise<boolean> = () => Promise.resolve(false),
): Promise<boolean> {
  const name = nameOf(partition)
  const dropped = await inLockedTransaction(database, async (sql) => {
    if (!(await exists(sql, partition))) return true
    if (await isNeeded(sql)) return false
    await dropPartition(sql, partition)
    return true
  })
  if (dropped === BUSY) return putOff(logger, name)
  if (!dropped) {
    logger.info(
      { partition: name },
      'a partition past retention is kept: some of it is needed still',
    )
    return true
  }
  metrics.dropped(partition.table)
  logger.info({ partition: name }, 'a partition past retention was dropped')
  return true
}

async function deleteAll(
  maintenance: Maintenance,
  deletions: readonly Deletion[],
  stopping: AbortSignal,
): Promise<boolean> {
  let isDone = true
  for (const deletion of deletions) {
    isDone = (await deleteRows(maintenance, deletion, stopping)) && isDone
  }
  return isDone
}

async function deleteRows(
  { database, logger, metrics }: Maintenance,
  { what, deleteBatch }: Deletion,
  stopping: AbortSignal,
): Promise<boolean> {
  let deleted = 0
  let batch: number | typeof BUSY = BATCH_SIZE
  while (batch === BATCH_SIZE && !stopping.aborted) {
    batch = await inLockedTransaction(database, deleteBatch)
    if (batch === BUSY) break
    metrics.deleted(what, batch)
    deleted += batch
  }
  if (deleted > 0) logger.info({ what, deleted }, 'rows that nothing needs were deleted')
  return batch === BUSY ? putOff(logger, what) : true
}
