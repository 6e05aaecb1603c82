import type { Sql } from '@takeoff/kit/postgres/database'
import type { CoveredLine, ProductDraft } from '../../domain/templates/product-request.ts'

/** @returns the new product's id */
export async function insertProduct(
  sql: Sql,
  orgId: number,
  product: ProductDraft,
): Promise<number> {
  const [row] = await sql.query<{ readonly id: number }>(
    `insert into product (org_id, name, display_name, manufacturer_url, product_type, sku,
       provider_identifier, provider_name, packages)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) returning id`,
    [orgId, ...valuesOf(product)],
  )
  if (row === undefined) throw new Error('a product was inserted without an id')
  return row.id
}

/** Replaces a locked product. */
export async function updateProduct(sql: Sql, id: number, product: ProductDraft): Promise<void> {
  await sql.query(
    `update product set name = $2, display_name = $3, manufacturer_url = $4, product_type = $5,
       sku = $6, provider_identifier = $7, provider_name = $8, packages = $9::jsonb
     where id = $1`,
    [id, ...valuesOf(product)],
  )
}

/** Whether the organization has the product, which nobody else changes until the transaction ends. */
export async function lockProduct(sql: Sql, id: number, orgId: number): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from product where id = $1 and org_id = $2 for no key update',
    [id, orgId],
  )
  return rows.length > 0
}

/** The template lines that take their coverage from a product. */
export function findCoveredLines(sql: Sql, productId: number): Promise<CoveredLine[]> {
  return sql.query<CoveredLine>(
    `select template_id as "templateId", sort_order as "sortOrder", name, null as coverage,
       measurement_units as "measurementUnits", quantity_units as "quantityUnits"
     from template_line where product_id = $1 and coverage is null
     order by template_id, sort_order`,
    [productId],
  )
}

function valuesOf(product: ProductDraft): unknown[] {
  return [
    product.name,
    product.displayName,
    product.manufacturerUrl,
    product.productType,
    product.sku,
    product.provider?.identifier ?? null,
    product.provider?.name ?? null,
    JSON.stringify(product.packages),
  ]
}
