import type { Database, Sql } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'

/** Any number that no other one-key advisory lock uses. */
const MAINTENANCE_LOCK = 4_217_903
const TURN_WAIT_MS = 5_000
/**
 * Writers queue behind this transaction while it waits for a table. Less than `deadlock_timeout` (1 s), so that in a
 * deadlock always this transaction is cancelled.
 */
const TABLE_WAIT_MS = 300
/** Writers may wait for the duration of one statement. */
const STATEMENT_MS = 5_000
/** lock_not_available and query_canceled */
const GAVE_WAY: ReadonlySet<unknown> = new Set(['55P03', '57014'])

/** A lock was not available, or a statement would take too long; nothing was changed. */
export const BUSY = 'busy'

/** Runs one maintenance task in a transaction, while no other process runs any. */
export async function inLockedTransaction<T>(
  database: Database,
  work: (sql: Sql) => Promise<T>,
): Promise<T | typeof BUSY> {
  try {
    return await database.transaction(async (sql) => {
      await sql.query(`set local lock_timeout = ${TURN_WAIT_MS}`)
      await sql.query('select pg_advisory_xact_lock($1)', [MAINTENANCE_LOCK])
      await sql.query(`set local lock_timeout = ${TABLE_WAIT_MS}`)
      await sql.query(`set local statement_timeout = ${STATEMENT_MS}`)
      // Maintenance scans whole tables, unlike the hot path that the planner is set up for.
      await sql.query('set local enable_seqscan = on')
      return work(sql)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && GAVE_WAY.has(error.code)) return BUSY
    throw error
  }
}

/** Logs the postponement; the next attempt follows in an hour. */
export function putOff(logger: Logger, what: string): false {
  logger.info({ what }, 'housekeeping is put off: a table is in use')
  return false
}
