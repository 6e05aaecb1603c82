import type { Sql } from '@takeoff/kit/postgres/database'

/** Sets the waste factor that lists take where neither line nor template says one. */
export async function saveDefaultWasteFactor(
  sql: Sql,
  orgId: number,
  wasteFactor: number,
): Promise<void> {
  await sql.query(
    `insert into organization_default (org_id, waste_factor) values ($1, $2)
     on conflict (org_id) do update set waste_factor = excluded.waste_factor`,
    [orgId, wasteFactor],
  )
}
