import type { Sql } from '@takeoff/kit/postgres/database'

/** Distribution orders that are due now or being worked on; those that are due later are not counted. */
export async function pendingSubmissions(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from distribution_order
     where next_attempt_at is not null and (next_attempt_at <= now() or leased_at is not null)`,
  )
  return row?.count ?? 0
}
