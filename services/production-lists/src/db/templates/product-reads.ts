import type { Sql } from '@takeoff/kit/database'
import type { Catalog } from '../../domain/lists/add-list-items.ts'

/** The SKU of each of these products that the organization has; asks nothing when none is named. */
export async function findProductSkus(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
): Promise<Catalog> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ readonly id: number; readonly sku: string | null }>(
    'select id, sku from product where id = any($1::int[]) and org_id = $2',
    [ids, orgId],
  )
  return new Map(rows.map(({ id, sku }) => [id, { sku }]))
}
