import type { Sql } from '@takeoff/kit/postgres/sql'
import { vi } from 'vitest'
import type { TestStack } from './test-stack.ts'

/**
 * Sends a request that orders from the list, which waits as for another order of it, and lets it go on after `meanwhile`.
 * @returns the response, and the result of `meanwhile`
 */
export async function whileListIsLocked<Response, Result>(
  { database }: TestStack,
  listId: number,
  acts: { request: () => Promise<Response>; meanwhile: (sql: Sql) => Promise<Result> },
): Promise<{ readonly response: Response; readonly result: Result }> {
  const { requested, result } = await database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(1, $1)', [listId])
    const requested = acts.request()
    await vi.waitUntil(() => isAwaited(database, listId), { timeout: 5_000 })
    return { requested, result: await acts.meanwhile(sql) }
  })
  return { response: await requested, result }
}

async function isAwaited(sql: Sql, listId: number): Promise<boolean> {
  const waiting = await sql.query(
    `select from pg_locks where locktype = 'advisory' and classid = 1 and objid = $1 and not granted
     and database = (select oid from pg_database where datname = current_database())`,
    [listId],
  )
  return waiting.length > 0
}
