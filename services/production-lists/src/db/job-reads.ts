import type { Sql } from '@takeoff/kit/database'

/** A row of this is the parent of the Job resolvers. */
export interface JobRow {
  readonly id: number
  readonly name: string | null
}

/** Jobs by id, of these organizations only, in no order. */
export function findJobs(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<JobRow[]> {
  return sql.query<JobRow>(
    'select id, name from job where id = any($1::int[]) and org_id = any($2::int[])',
    [ids, orgIds],
  )
}
