import type { Sql } from '@takeoff/kit/database'
import type { Template } from '../domain/template.ts'

/** Saves a checked template under its own ids; rows that exist already stay as they are. */
export async function saveTemplate(sql: Sql, template: Template): Promise<void> {
  const { id, orgId, name, tradeType, wasteFactor, combineSameProducts } = template
  const { products, lines } = template
  await sql.query(
    `insert into template (id, org_id, name, trade_type, waste_factor, combine_same_products,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, now(), now()) on conflict (id) do nothing`,
    [id, orgId, name, tradeType, wasteFactor, combineSameProducts],
  )
  await insertRows(
    sql,
    'product',
    products.map((product) => productRow(orgId, product)),
  )
  await insertRows(
    sql,
    'template_line',
    lines.map((line) => lineRow(template, line)),
  )
}

async function insertRows(
  sql: Sql,
  table: 'product' | 'template_line',
  rows: readonly object[],
): Promise<void> {
  await sql.query(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  )
}

function productRow(orgId: number, product: Template['products'][number]) {
  return {
    id: product.id,
    org_id: orgId,
    name: product.name,
    display_name: product.displayName,
    manufacturer_url: product.manufacturerUrl,
    product_type: product.productType,
    sku: product.sku,
    provider_identifier: product.provider?.identifier ?? null,
    provider_name: product.provider?.name ?? null,
    packages: product.packages,
  }
}

function lineRow(template: Template, line: Template['lines'][number]) {
  return {
    id: line.id,
    org_id: template.orgId,
    template_id: template.id,
    sort_order: line.sortOrder,
    name: line.name,
    group_name: line.groupName,
    type: line.type,
    measure: line.measure,
    measurement_units: line.measurementUnits,
    coverage: line.coverage,
    quantity_units: line.quantityUnits,
    waste_factor: line.wasteFactor,
    rounding: line.rounding,
    rounding_step: line.roundingStep,
    minimum_quantity: line.minimumQuantity,
    conditions: line.conditions,
    product_id: line.productId,
    color: line.color,
    notes: line.notes,
    vendor_id: line.vendorId,
    unit_cost: line.unitCost,
    markup: line.markup,
    tax_percent: line.taxPercent,
  }
}
