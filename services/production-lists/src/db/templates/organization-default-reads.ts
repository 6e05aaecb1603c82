import type { Sql } from '@takeoff/kit/postgres/database'

/** What an organization adds for waste where neither line nor template says; 0 when it never said. */
export async function findDefaultWasteFactor(sql: Sql, orgId: number): Promise<number> {
  const [row] = await sql.query<{ readonly wasteFactor: number }>(
    `select waste_factor::float8 as "wasteFactor" from organization_default where org_id = $1`,
    [orgId],
  )
  return row?.wasteFactor ?? 0
}
