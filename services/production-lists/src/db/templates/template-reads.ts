import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import { searchWords, wordQuerySql, wordsSql } from '@takeoff/kit/postgres/word-search'
import type { LineRule } from '../../domain/templates/template-line.ts'

/** A row of this is the parent of the Template resolvers. */
export interface TemplateRow {
  readonly id: number
  readonly orgId: number
  readonly name: string
  readonly tradeType: string
  readonly wasteFactor: number | null
  readonly combineSameProducts: boolean
  readonly version: number
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly archivedAtMs: number | null
}

/** The parent of the TemplateLine resolvers. */
export interface TemplateLineRow extends LineRule {
  readonly id: number
  readonly sortOrder: number
}

export interface TemplateFilter {
  readonly tradeType?: string | null | undefined
  readonly search?: string | null | undefined
  readonly includeArchived?: boolean | null | undefined
}

const templateWordsSql = wordsSql('org_id', ['name'])

const selectTemplate = `
  select id, org_id as "orgId", name, trade_type as "tradeType",
    waste_factor::float8 as "wasteFactor", combine_same_products as "combineSameProducts", version,
    (extract(epoch from created_at) * 1000)::float8 as "createdAtMs",
    (extract(epoch from updated_at) * 1000)::float8 as "updatedAtMs",
    (extract(epoch from archived_at) * 1000)::float8 as "archivedAtMs"
  from template`

/** SQL of a line as the JSON of a TemplateLineRow. */
export function lineJsonSql(alias: string): string {
  const fields = Object.entries(lineFields).map(([name, column]) => `'${name}', ${alias}.${column}`)
  return `json_build_object(${fields.join(', ')})::text`
}

const lineFields: Readonly<Record<keyof TemplateLineRow, string>> = {
  id: 'id',
  sortOrder: 'sort_order',
  name: 'name',
  listItemGroupName: 'group_name',
  type: 'type',
  measure: 'measure',
  measurementUnits: 'measurement_units',
  coverage: 'coverage',
  quantityUnits: 'quantity_units',
  wasteFactor: 'waste_factor',
  rounding: 'rounding',
  roundingStep: 'rounding_step',
  minimumQuantity: 'minimum_quantity',
  conditions: 'conditions',
  productId: 'product_id',
  color: 'color',
  notes: 'notes',
  vendorId: 'vendor_id',
  unitCost: 'unit_cost',
  markup: 'markup',
  taxPercent: 'tax_percent',
}

/** Templates by id, of these organizations only, in no order. */
export function findTemplates(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<TemplateRow[]> {
  return sql.query<TemplateRow>(
    `${selectTemplate} where id = any($1::int[]) and org_id = any($2::int[])`,
    [ids, orgIds],
  )
}

/** One template that nobody else changes until the transaction ends. */
export async function lockTemplate(
  sql: Sql,
  id: number,
  orgIds: readonly number[],
): Promise<TemplateRow | undefined> {
  const [row] = await sql.query<TemplateRow>(
    `${selectTemplate} where id = $1 and org_id = any($2::int[]) for no key update`,
    [id, orgIds],
  )
  return row
}

/** A page of an organization's templates by id, with one row more than the page holds. */
export function listTemplates(
  sql: Sql,
  orgId: number,
  { tradeType, search, includeArchived, page }: TemplateFilter & { readonly page: Page<number> },
): Promise<TemplateRow[]> {
  const words = searchWords(search)
  const found = words === undefined ? '' : `and ${templateWordsSql} @@ ${wordQuerySql('$1', '$6')}`
  return sql.query<TemplateRow>(
    `${selectTemplate} where org_id = $1 and id > $2
       and ($4::text is null or trade_type = $4) and ($5 or archived_at is null) ${found}
     order by id limit $3`,
    [
      orgId,
      page.after ?? 0,
      page.first + 1,
      tradeType ?? null,
      includeArchived ?? false,
      ...(words === undefined ? [] : [words]),
    ],
  )
}

/** The template of an organization that has a name, however it is spelled. */
export async function findTemplateId(
  sql: Sql,
  orgId: number,
  name: string,
): Promise<number | undefined> {
  const [row] = await sql.query<{ readonly id: number }>(
    'select id from template where org_id = $1 and name_key = lower($2)',
    [orgId, name],
  )
  return row?.id
}

/**
 * The lines of each of these templates, in their order, of these organizations only.
 * @returns undefined when they are together more than `linesMax`
 */
export async function findLinesOfTemplates(
  sql: Sql,
  templateIds: readonly number[],
  { orgIds, linesMax }: { readonly orgIds: readonly number[]; readonly linesMax: number },
): Promise<Map<number, TemplateLineRow[]> | undefined> {
  const rows = await sql.query<{ readonly templateId: number; readonly line: string }>(
    `select l.template_id as "templateId", ${lineJsonSql('l')} as line
     from template_line l where l.template_id = any($1::int[]) and l.org_id = any($2::int[])
     order by l.template_id, l.sort_order limit $3`,
    [templateIds, orgIds, linesMax + 1],
  )
  if (rows.length > linesMax) return undefined
  const lines = new Map<number, TemplateLineRow[]>(templateIds.map((id) => [id, []]))
  for (const { templateId, line } of rows) {
    lines.get(templateId)?.push(JSON.parse(line) as TemplateLineRow)
  }
  return lines
}
