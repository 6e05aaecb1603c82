import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { excludeMonth, dropExclusion, listExclusions } from './exclude-month.ts'
import { doAll, inLockedTransaction, unlessPostponed } from './locked-transaction.ts'
import {
  hasTooManyRowsToMove,
  isTooLargeToScan,
  makeExcludedPartition,
  makePartition,
} from './make-partition.ts'
import { addMonths, monthOf } from './months.ts'
import {
  exists,
  listPartitions,
  nameOf,
  partitionedTables,
  SCANNED_BYTES_MAX,
} from './partitions.ts'
import type { Partition, PartitionedTable } from './partitions.ts'

/** Partitions are made this many months ahead, so that weeks without maintenance do no harm. */
const MONTHS_AHEAD = 2
/**
 * A month is excluded only if it begins later than this, because its rows are refused until the exclusion is dropped:
 * clocks differ, and after a killed process only the next run drops it, an hour later.
 */
const EXCLUSION_LEAD_MS = 86_400_000

export interface PartitionTools {
  readonly database: Database
  readonly logger: Logger
}

export interface MakeOptions {
  readonly now: Date
  /** Maximum size of the default partition that is scanned under a lock. Default: 64 MB. */
  readonly scannedBytesMax: number | undefined
}

/** @returns false if a step was postponed because a table was locked */
export async function makePartitions(
  tools: PartitionTools,
  options: MakeOptions,
): Promise<boolean> {
  let isDone = true
  for (const table of partitionedTables) {
    isDone = (await dropExclusions(tools, table, options.now)) && isDone
    const known = new Set((await listPartitions(tools.database, table)).map(nameOf))
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
      const partition = { table, month: addMonths(monthOf(options.now), ahead) }
      if (known.has(nameOf(partition))) continue
      const make = (): Promise<void> => makeOne(tools, partition, options)
      isDone = (await unlessPostponed(tools.logger, nameOf(partition), make)) && isDone
    }
  }
  return isDone
}

/**
 * A process that was killed may leave a month excluded. Drops the exclusions of months that have begun or begin soon,
 * because inserts of their rows would be refused.
 */
async function dropExclusions(
  { database, logger }: PartitionTools,
  table: PartitionedTable,
  now: Date,
): Promise<boolean> {
  const begun = (await listExclusions(database, table)).filter((month) => !isAhead(month, now))
  return doAll(begun, (partition) =>
    unlessPostponed(logger, nameOf(partition), () =>
      inLockedTransaction(database, (sql) => dropExclusion(sql, partition)),
    ),
  )
}

async function makeOne(
  tools: PartitionTools,
  partition: Partition,
  { now, scannedBytesMax = SCANNED_BYTES_MAX }: MakeOptions,
): Promise<void> {
  if (!(await isTooLargeToScan(tools.database, partition, scannedBytesMax)))
    await makeByMoving(tools, partition)
  else if (isAhead(partition, now)) await makeByExcluding(tools, partition)
  else
    skipPartition(tools, partition, 'it begins too soon to be excluded from the default partition')
}

async function makeByMoving(tools: PartitionTools, partition: Partition): Promise<void> {
  const { database, logger } = tools
  if (await hasTooManyRowsToMove(database, partition))
    return skipPartition(tools, partition, 'the default partition has too many of its rows')
  const moved = await inLockedTransaction(database, async (sql) => {
    // Another process may have made it.
    return (await exists(sql, partition)) ? undefined : makePartition(sql, partition)
  })
  if (moved !== undefined)
    logger.info({ partition: nameOf(partition), moved }, 'a partition was made')
}

async function makeByExcluding(tools: PartitionTools, partition: Partition): Promise<void> {
  const { database, logger } = tools
  if (!(await excludeMonth(database, partition)))
    return skipPartition(tools, partition, 'the default partition already has rows of it')
  const isMade = await inLockedTransaction(database, async (sql) => {
    if (await exists(sql, partition)) return false
    await makeExcludedPartition(sql, partition)
    return true
  })
  if (isMade) logger.info({ partition: nameOf(partition) }, 'a partition was made')
}

/** The rows of the month stay in the default partition. */
function skipPartition({ logger }: PartitionTools, partition: Partition, reason: string): void {
  logger.info({ partition: nameOf(partition), reason }, 'a month gets no partition')
}

function isAhead({ month }: Partition, now: Date): boolean {
  return month.getTime() - now.getTime() > EXCLUSION_LEAD_MS
}
