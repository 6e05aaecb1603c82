import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import { searchWords, wordQuerySql } from '@takeoff/kit/postgres/word-search'
import type { Catalog } from '../../domain/lists/add-list-items.ts'
import type { Package } from '../../domain/templates/packaging.ts'
import { productWordsSql } from './product.ts'

/** A product of a catalog: the parent of the Product resolvers. */
export interface ProductRow {
  readonly id: number
  readonly name: string
  readonly displayName: string | null
  readonly manufacturerUrl: string | null
  readonly productType: string
  readonly sku: string | null
  readonly provider: { readonly identifier: string; readonly name: string } | null
  readonly packages: readonly Package[]
}

/** SQL of a product as the JSON of a ProductRow; null where a join found none. */
export function productJsonSql(alias: string): string {
  return `case when ${alias}.id is not null then json_build_object(
    'id', ${alias}.id, 'name', ${alias}.name, 'displayName', ${alias}.display_name,
    'manufacturerUrl', ${alias}.manufacturer_url, 'productType', ${alias}.product_type,
    'sku', ${alias}.sku, 'packages', ${alias}.packages,
    'provider', case when ${alias}.provider_identifier is not null then json_build_object(
      'identifier', ${alias}.provider_identifier, 'name', ${alias}.provider_name) end)::text end`
}

/** Products by id, of these organizations only, in no order. */
export async function findProducts(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<ProductRow[]> {
  const rows = await sql.query<JsonRow>(
    `select ${productJsonSql('p')} as json from product p
     where p.id = any($1::int[]) and p.org_id = any($2::int[])`,
    [ids, orgIds],
  )
  return rows.map(productOf)
}

/** The packages of products that nobody changes until the transaction ends. */
export async function lockPackages(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
): Promise<Map<number, readonly Package[]>> {
  const rows = await sql.query<{ readonly id: number; readonly packages: string }>(
    `select id, packages::text as packages from product
     where id = any($1::int[]) and org_id = $2 order by id for share`,
    [ids, orgId],
  )
  return new Map(rows.map(({ id, packages }) => [id, JSON.parse(packages) as Package[]]))
}

/** A page of an organization's products by id, with one row more than the page holds. */
export async function listProducts(
  sql: Sql,
  orgId: number,
  { search, page }: { readonly search: string | null | undefined; readonly page: Page<number> },
): Promise<ProductRow[]> {
  const words = searchWords(search)
  const found = words === undefined ? '' : `and ${productWordsSql} @@ ${wordQuerySql('$1', '$4')}`
  const rows = await sql.query<JsonRow>(
    `select ${productJsonSql('p')} as json from product p
     where p.org_id = $1 and p.id > $2 ${found} order by p.id limit $3`,
    [orgId, page.after ?? 0, page.first + 1, ...(words === undefined ? [] : [words])],
  )
  return rows.map(productOf)
}

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

interface JsonRow {
  readonly json: string
}

function productOf({ json }: JsonRow): ProductRow {
  return JSON.parse(json) as ProductRow
}
