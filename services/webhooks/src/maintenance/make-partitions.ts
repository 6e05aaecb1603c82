import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { excludeMonth, forgetExclusion, listExclusions } from './exclude-month.ts'
import { BUSY, inLockedTransaction, putOff } from './locked-transaction.ts'
import {
  isTooMuchToMove,
  isTooMuchToScan,
  makeExcludedPartition,
  makePartition,
  SCANNED_BYTES_MAX,
} from './make-partition.ts'
import { addMonths, monthOf } from './months.ts'
import { exists, listPartitions, nameOf, partitionedTables } from './partitions.ts'
import type { Partition, PartitionedTable } from './partitions.ts'

/** Each month gets its partition before its rows arrive, even after weeks without maintenance. */
const MONTHS_AHEAD = 2
/** Months that begin sooner are not excluded: clocks differ, and a killed process may leave them so for an hour. */
const LEAD_MS = 86_400_000

export interface PartitionTools {
  readonly database: Database
  readonly logger: Logger
}

export interface MakeOptions {
  readonly now: Date
  readonly scannedBytesMax: number | undefined
}

/** @returns whether no partition was postponed */
export async function makePartitions(
  tools: PartitionTools,
  options: MakeOptions,
): Promise<boolean> {
  let isDone = true
  for (const table of partitionedTables) {
    isDone = (await forgetExclusions(tools, table, options.now)) && isDone
    const known = new Set((await listPartitions(tools.database, table)).map(nameOf))
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
      const partition = { table, month: addMonths(monthOf(options.now), ahead) }
      if (known.has(nameOf(partition))) continue
      isDone = (await make(tools, partition, options)) && isDone
    }
  }
  return isDone
}

/** Ends the exclusion of a month that has begun after a process was killed midway: its rows would be refused. */
async function forgetExclusions(
  { database, logger }: PartitionTools,
  table: PartitionedTable,
  now: Date,
): Promise<boolean> {
  let isDone = true
  for (const partition of await listExclusions(database, table)) {
    if (isAhead(partition, now)) continue
    const forgotten = await inLockedTransaction(database, (sql) => forgetExclusion(sql, partition))
    if (forgotten === BUSY) isDone = putOff(logger, nameOf(partition))
  }
  return isDone
}

async function make(
  tools: PartitionTools,
  partition: Partition,
  { now, scannedBytesMax = SCANNED_BYTES_MAX }: MakeOptions,
): Promise<boolean> {
  if (!(await isTooMuchToScan(tools.database, partition, scannedBytesMax))) {
    return makeByMoving(tools, partition)
  }
  return isAhead(partition, now)
    ? makeByExcluding(tools, partition)
    : skipPartition(tools, partition)
}

async function makeByMoving(tools: PartitionTools, partition: Partition): Promise<boolean> {
  const { database, logger } = tools
  if (await isTooMuchToMove(database, partition)) return skipPartition(tools, partition)
  const moved = await inLockedTransaction(database, async (sql) => {
    // Another process may have made it meanwhile.
    return (await exists(sql, partition)) ? undefined : makePartition(sql, partition)
  })
  if (moved === BUSY) return putOff(logger, nameOf(partition))
  if (moved !== undefined)
    logger.info({ partition: nameOf(partition), moved }, 'a partition was made')
  return true
}

async function makeByExcluding(tools: PartitionTools, partition: Partition): Promise<boolean> {
  const { database, logger } = tools
  const isExcluded = await excludeMonth(database, partition)
  if (isExcluded === BUSY) return putOff(logger, nameOf(partition))
  if (!isExcluded) return skipPartition(tools, partition)
  const made = await inLockedTransaction(database, async (sql) => {
    if (!(await exists(sql, partition))) await makeExcludedPartition(sql, partition)
  })
  if (made === BUSY) return putOff(logger, nameOf(partition))
  logger.info({ partition: nameOf(partition) }, 'a partition was made')
  return true
}

function skipPartition({ logger }: PartitionTools, partition: Partition): true {
  logger.info(
    { partition: nameOf(partition) },
    'a month gets no partition: its rows stay in the default one, which is too large to change under way',
  )
  return true
}

function isAhead({ month }: Partition, now: Date): boolean {
  return month.getTime() - now.getTime() > LEAD_MS
}
