import { sql as raw } from 'kysely'
import { int4, text, timestamptz } from '@takeoff/kit/postgres/sql-types'
import { plainStatement } from '../statements.ts'

/** The lists that have orders, by id. */
export const selectOrderedLists = plainStatement(
  { id: text, orders: int4, firstAt: timestamptz, lastAt: timestamptz },
  () => raw`
    select production_list_id::text as id, count(*)::int as orders,
      min(created_at) as "firstAt", max(created_at) as "lastAt"
    from "order" group by production_list_id order by production_list_id`,
)
