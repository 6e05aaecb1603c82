import { setTimeout as delay } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { fairPauseMs } from '@takeoff/kit/concurrency/fair-pause'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { timestamptz } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Logger } from '@takeoff/kit/service/logger'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { plainStatement } from '../db/statements.ts'
import { oldRows } from './delete-old-rows.ts'
import type { Deletion } from './delete-old-rows.ts'
import { areEventsNeeded, dropPartition } from './drop-partition.ts'
import type { ScanLimits } from './drop-partition.ts'
import { doAll, inLockedTransaction, unlessPostponed } from './locked-transaction.ts'
import type { MaintenanceMetrics } from './maintenance-metrics.ts'
import { makePartitions } from './make-partitions.ts'
import { retentionOf } from './months.ts'
import { orphans } from './orphans.ts'
import { oldAuditRecords } from './trim-audit-log.ts'
import { exists, idsOf, listPartitions, nameOf } from './partitions.ts'
import type { Partition } from './partitions.ts'
import { startLoop } from '@takeoff/kit/concurrency/loop'

export interface Maintenance {
  readonly database: Database
  readonly logger: Logger
  readonly metrics: MaintenanceMetrics
  readonly retentionDays: number
  readonly auditRetentionDays: number
}

export interface MaintenanceOptions {
  /** Defaults to the earlier of the process's and the database's time. */
  readonly now?: Date
  readonly stopping?: AbortSignal
  /** Maximum bytes of a default partition or a month that are scanned under a lock or by one statement. */
  readonly scannedBytesMax?: number
}

/**
 * Makes partitions ahead, drops those past retention, and deletes obsolete rows. It is safe to run in several
 * processes and to repeat. A locked table is postponed to the next round, and a failed part does not stop the
 * others.
 * @param stopping ends the round after the current part
 * @throws AggregateError of the failures
 */
export async function runMaintenance(
  maintenance: Maintenance,
  { now: at, stopping = new AbortController().signal, scannedBytesMax }: MaintenanceOptions = {},
): Promise<void> {
  const now = at ?? (await maintenance.database.one(selectEarlier, { now: new Date() })).earlier
  const retention = retentionOf(now, maintenance.retentionDays)
  const deleteAll = (deletions: readonly Deletion[]) =>
    doAll(deletions, (deletion) => deleteInBatches(maintenance, deletion, stopping))
  const parts = [
    () => makePartitions(maintenance, { now, scannedBytesMax }),
    () => deleteAll(oldRows(retention, scannedBytesMax)),
    () => deleteAll([oldAuditRecords(now, maintenance.auditRetentionDays)]),
    async () => deleteAll(await orphans(maintenance.database)),
    async () =>
      (await dropDeliveries(maintenance, retention.deliveriesSince)) &&
      // Not before their deliveries.
      dropEvents(maintenance, retention.eventsSince, { scannedBytesMax, stopping }),
  ]
  let isDone = true
  const failures: unknown[] = []
  for (const part of parts) {
    if (stopping.aborted) return
    try {
      isDone = (await part()) && isDone
    } catch (error) {
      // On a full disk, a failed new partition must not prevent the drops that free space.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some of the maintenance failed')
  if (isDone) maintenance.metrics.done(now)
}

/** A clock that is a year ahead would put all rows past retention, and dropped rows are lost. */
const selectEarlier = plainStatement(
  { earlier: timestamptz },
  ($: Params<{ readonly now: Date }>) => raw`select least(now(), ${$.now}::timestamptz) as earlier`,
)

async function dropDeliveries(maintenance: Maintenance, since: Date): Promise<boolean> {
  const partitions = await listPartitions(maintenance.database, 'finished_delivery')
  const old = partitions.filter((partition) => isOlder(partition, since))
  return doAll(old, (partition) => drop(maintenance, partition))
}

async function dropEvents(
  maintenance: Maintenance,
  since: Date,
  limits: ScanLimits,
): Promise<boolean> {
  const partitions = await listPartitions(maintenance.database, 'domain_event')
  const old = partitions.filter((partition) => isOlder(partition, since))
  return doAll(old, async (partition) => {
    if (limits.stopping.aborted) return false
    const isNeeded = (sql: Sql) => areEventsNeeded(sql, { partition, since, ...limits })
    return drop(maintenance, partition, isNeeded)
  })
}

function isOlder(partition: Partition, since: Date): boolean {
  return idsOf(partition)[1] <= firstUuidOf(since)
}

function drop(
  { database, logger, metrics }: Maintenance,
  partition: Partition,
  isNeeded: (sql: Sql) => Promise<boolean> = () => Promise.resolve(false),
): Promise<boolean> {
  const name = nameOf(partition)
  return unlessPostponed(logger, name, async () => {
    const isDropped = await inLockedTransaction(database, async (sql) => {
      if (!(await exists(sql, partition))) return true
      if (await isNeeded(sql)) return false
      await dropPartition(sql, partition)
      return true
    })
    if (isDropped) metrics.dropped(partition.table)
    logger.info(
      { partition: name },
      isDropped
        ? 'a partition past retention was dropped'
        : 'a partition past retention is kept: some of its rows may still be needed',
    )
  })
}

async function deleteInBatches(
  { database, logger, metrics }: Maintenance,
  { what, deleteBatch }: Deletion,
  stopping: AbortSignal,
): Promise<boolean> {
  let deleted = 0
  const isDone = await unlessPostponed(logger, what, async () => {
    let from: number | undefined = 0
    while (from !== undefined && !stopping.aborted) {
      const begunAt = performance.now()
      const begin: number = from
      const batch = await inLockedTransaction(database, (sql) => deleteBatch(sql, begin))
      metrics.deleted(what, batch.deleted)
      deleted += batch.deleted
      from = batch.next
      if (from !== undefined) await pauseAfter(performance.now() - begunAt, stopping)
    }
  })
  if (deleted > 0) logger.info({ what, deleted }, 'obsolete rows were deleted')
  return isDone
}

/** Leaves time to requests, which need the same disk and cores. */
async function pauseAfter(workedMs: number, stopping: AbortSignal): Promise<void> {
  await delay(fairPauseMs(workedMs), undefined, { signal: stopping }).catch(() => undefined)
}

const INTERVAL_MS = 3_600_000
/** Long, because a repeated failure is likely to recur and each retry repeats the whole round. */
const RETRY_MAX_MS = 60_000

/** Runs at once and then every hour, until it is disposed. */
export function startMaintenance(maintenance: Maintenance): AsyncDisposable {
  return startLoop({
    async round(stopping) {
      await runMaintenance(maintenance, { stopping })
      return false
    },
    idleMs: INTERVAL_MS,
    longestRetryMs: RETRY_MAX_MS,
    onError: (error) =>
      maintenance.logger.warn({ err: error }, 'the maintenance failed; it is repeated'),
  })
}
