import type { Database, Sql } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'

/** Any number that no other advisory lock of one key uses. */
const MAINTENANCE_LOCK = 4_217_903
const TURN_WAIT_MS = 5_000
/**
 * Whoever writes waits behind us while we wait for a table. Less than `deadlock_timeout` (1 s), so that of
 * two who wait for each other it is always us who give way.
 */
const TABLE_WAIT_MS = 300
/** Others may wait for as long as a statement of ours takes. */
const STATEMENT_MS = 5_000
/** lock_not_available and query_canceled */
const GAVE_WAY: ReadonlySet<unknown> = new Set(['55P03', '57014'])

/** Somebody holds what is needed, or it would take too long; nothing was changed. */
export const BUSY = 'busy'

/** Does one piece of housekeeping in one transaction, while no other process does any. */
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
      // Whole tables are looked at here, whatever the hot path wants of the planner.
      await sql.query('set local enable_seqscan = on')
      return work(sql)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && GAVE_WAY.has(error.code)) return BUSY
    throw error
  }
}

/** Says so; the next time comes in an hour. */
export function putOff(logger: Logger, what: string): false {
  logger.info({ what }, 'housekeeping is put off: a table is in use')
  return false
}
