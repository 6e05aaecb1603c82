import type { Sql } from '@takeoff/kit/postgres/database'
import type { LineRule } from '../../domain/templates/template-line.ts'
import type { TemplateDraft } from '../../domain/templates/template-request.ts'
import type { Template } from '../../domain/templates/template.ts'

/** What of a line can change; its id and template never do. */
const changingColumns = [
  'sort_order',
  'name',
  'group_name',
  'type',
  'measure',
  'measurement_units',
  'coverage',
  'quantity_units',
  'waste_factor',
  'rounding',
  'rounding_step',
  'minimum_quantity',
  'conditions',
  'product_id',
  'color',
  'notes',
  'vendor_id',
  'unit_cost',
  'markup',
  'tax_percent',
] as const
type LineColumn = 'id' | 'org_id' | 'template_id' | (typeof changingColumns)[number]

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

export interface TemplateKey {
  readonly id: number
  readonly orgId: number
}

/** The id of a template that is about to be inserted. */
export async function newTemplateId(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ readonly id: number }>(
    `select nextval('template_id_seq')::int as id`,
  )
  if (row === undefined) throw new Error('the sequence gave no id')
  return row.id
}

/** Inserts a template and its lines. False, with nothing inserted, when its name is taken. */
export async function insertTemplate(
  sql: Sql,
  { id, orgId }: TemplateKey,
  { draft, at }: { readonly draft: TemplateDraft; readonly at: Date },
): Promise<boolean> {
  const { name, tradeType, wasteFactor, combineSameProducts } = draft
  const inserted = await sql.query(
    `insert into template (id, org_id, name, trade_type, waste_factor, combine_same_products,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (org_id, name_key) do nothing returning id`,
    [id, orgId, name, tradeType, wasteFactor, combineSameProducts, at],
  )
  if (inserted.length === 0) return false
  await upsertLines(sql, { id, orgId }, draft)
  return true
}

/** Makes a locked template what the draft says: its next version. Fails when its name is taken. */
export async function updateTemplate(
  sql: Sql,
  { id, orgId }: TemplateKey,
  { draft, at }: { readonly draft: TemplateDraft; readonly at: Date },
): Promise<void> {
  const { name, tradeType, wasteFactor, combineSameProducts, lines } = draft
  await sql.query(
    `update template set name = $2, trade_type = $3, waste_factor = $4, combine_same_products = $5,
       updated_at = $6, version = version + 1 where id = $1`,
    [id, name, tradeType, wasteFactor, combineSameProducts, at],
  )
  const kept = lines.map((line) => line.id).filter((lineId) => lineId !== null)
  await sql.query('delete from template_line where template_id = $1 and not id = any($2::int[])', [
    id,
    kept,
  ])
  // Two lines that change places would meet in the middle: all step aside first.
  await sql.query(
    'update template_line set sort_order = -1 - sort_order where template_id = $1 and sort_order >= 0',
    [id],
  )
  await upsertLines(sql, { id, orgId }, draft)
}

/** A template under a new name, lines and all. False, with nothing inserted, when the name is taken. */
export async function copyTemplate(
  sql: Sql,
  source: TemplateKey,
  { id, name, at }: { readonly id: number; readonly name: string; readonly at: Date },
): Promise<boolean> {
  const inserted = await sql.query(
    `insert into template (id, org_id, name, trade_type, waste_factor, combine_same_products,
       created_at, updated_at)
     select $2, org_id, $3, trade_type, waste_factor, combine_same_products, $4, $4
     from template where id = $1
     on conflict (org_id, name_key) do nothing returning id`,
    [source.id, id, name, at],
  )
  if (inserted.length === 0) return false
  const columns = ['org_id', ...changingColumns].join(', ')
  await sql.query(
    `insert into template_line (template_id, ${columns})
     select $2, ${columns} from template_line where template_id = $1 order by sort_order`,
    [source.id, id],
  )
  return true
}

/** Archives a locked template, or takes it out of the archive: its next version. */
export async function setArchived(
  sql: Sql,
  id: number,
  { archivedAt, at }: { readonly archivedAt: Date | null; readonly at: Date },
): Promise<void> {
  await sql.query(
    'update template set archived_at = $2, updated_at = $3, version = version + 1 where id = $1',
    [id, archivedAt, at],
  )
}

/** Lines with an id keep it, the others get one. */
async function upsertLines(sql: Sql, key: TemplateKey, { lines }: TemplateDraft): Promise<void> {
  const rows = lines.map((line, index) => lineRow(key, { ...line, sortOrder: index + 1 }))
  const columns = ['org_id', 'template_id', ...changingColumns].join(', ')
  const changes = changingColumns.map((column) => `${column} = excluded.${column}`).join(', ')
  await sql.query(
    `insert into template_line as line (id, ${columns})
     select coalesce(id, nextval('template_line_id_seq')), ${columns}
     from jsonb_populate_recordset(null::template_line, $1::jsonb) order by sort_order
     on conflict (id) do update set ${changes}
     where line.template_id = excluded.template_id`,
    [JSON.stringify(rows)],
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

function lineRow(
  { id, orgId }: Pick<Template, 'id' | 'orgId'>,
  line: LineRule & LinePlace,
): Record<LineColumn, unknown> {
  return {
    id: line.id,
    org_id: orgId,
    template_id: id,
    sort_order: line.sortOrder,
    name: line.name,
    group_name: line.listItemGroupName,
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

interface LinePlace {
  /** Null for a new line. */
  readonly id: number | null
  readonly sortOrder: number
}
