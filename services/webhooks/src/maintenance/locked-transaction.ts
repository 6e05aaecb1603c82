import { sql as raw } from 'kysely'
import type { Database, Sql } from '@takeoff/kit/postgres/database'
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
/** lock_not_available and query_canceled */
const LOCK_ERROR_CODES: ReadonlySet<unknown> = new Set(['55P03', '57014'])

/** A lock was not available, or a statement would take too long; nothing was changed. */
export const BUSY = 'busy'

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

/** Runs one maintenance task in a transaction, while no other process runs any. */
export async function inLockedTransaction<T>(
  database: Database,
  work: (sql: Sql) => Promise<T>,
): Promise<T | typeof BUSY> {
  try {
    return await database.transaction(async (sql) => {
      await sql.run(limitMaintenanceWait, {})
      await sql.run(lockMaintenance, {})
      await sql.run(limitWaits, {})
      return work(sql)
    })
  } catch (error) {
    if (LOCK_ERROR_CODES.has(errorCode(error))) return BUSY
    throw error
  }
}

/** Logs the postponement; the next attempt follows in an hour. */
export function postpone(logger: Logger, what: string): false {
  logger.info({ what }, 'maintenance is postponed: a table is in use')
  return false
}
