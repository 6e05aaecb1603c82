import { sql as raw } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Logger } from '@takeoff/kit/service/logger'
import { plainStatement } from '../db/statements.ts'
import { errorCode } from '@takeoff/kit/values/caught'

/** Any number that no other one-key advisory lock uses. */
const MAINTENANCE_LOCK = 4_217_903
const MAINTENANCE_WAIT_MS = 5_000
/**
 * Writers queue behind this transaction while it waits for a table. Less than `deadlock_timeout` (1 s), so that in a
 * deadlock always this transaction is cancelled.
 */
const TABLE_WAIT_MS = 300
/** Writers may wait for the duration of one statement. */
const STATEMENT_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

/** A task has changed nothing, because it would have waited too long; its message says why. */
class PostponedError extends Error {}

const limitMaintenanceWait = plainStatement(
  nothing,
  () => raw`set local lock_timeout = ${raw.lit(MAINTENANCE_WAIT_MS)}`,
)

const lockMaintenance = plainStatement(
  nothing,
  () => raw`select pg_advisory_xact_lock(${raw.lit(MAINTENANCE_LOCK)})`,
)

/** Also allows scans: maintenance reads whole tables, unlike the hot path that the planner is set up for. */
const limitWaits = plainStatement(
  nothing,
  () => raw`
    select set_config('lock_timeout', ${raw.lit(String(TABLE_WAIT_MS))}, true),
      set_config('statement_timeout', ${raw.lit(String(STATEMENT_MS))}, true),
      set_config('enable_seqscan', 'on', true)`,
)

/**
 * Runs one maintenance task in a transaction, while no other process runs any.
 * @throws an error that `unlessPostponed` logs, when it would wait too long
 */
export async function inLockedTransaction<T>(
  database: Database,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  let isAlone = false
  try {
    return await database.transaction(async (sql) => {
      isAlone = false
      await sql.run(limitMaintenanceWait, {})
      await sql.run(lockMaintenance, {})
      isAlone = true
      await sql.run(limitWaits, {})
      return work(sql)
    })
  } catch (error) {
    const code = errorCode(error)
    if (code === LOCK_NOT_AVAILABLE)
      throw new PostponedError(isAlone ? 'a table is in use' : 'another process does maintenance')
    if (code === QUERY_CANCELED) throw new PostponedError('a statement took too long')
    throw error
  }
}

/** @returns false when the work was postponed, which is logged; the next attempt follows in an hour */
export async function unlessPostponed(
  logger: Logger,
  what: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof PostponedError)) throw error
    logger.info({ what, reason: error.message }, 'maintenance is postponed')
    return false
  }
}

/**
 * Does each piece of work, also after one that is postponed.
 * @returns false when one is not done
 */
export async function doAll<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<boolean>,
): Promise<boolean> {
  let isDone = true
  for (const item of items) isDone = (await work(item)) && isDone
  return isDone
}
