import { sql as raw } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import { int4 } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../db/statements.ts'
import { seedTemplate } from '../db/templates/save-template.ts'
import { parseTemplate } from '../domain/templates/template.ts'
import type { Template } from '../domain/templates/template.ts'

type Line = Template['lines'][number]

export interface NewTemplate {
  readonly orgId: number
  readonly name?: string
  readonly tradeType?: string
  readonly wasteFactor?: number | null
  readonly combineSameProducts?: boolean
  /** One entry per line. The default line is a bundle of shingles, measured by the roof area. */
  readonly lines: readonly Partial<Line>[]
}

const shingles: Partial<Line> = {
  name: 'Architectural Shingles',
  listItemGroupName: 'Shingles',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 0.328,
  quantityUnits: 'BUNDLES',
  wasteFactor: null,
  rounding: 'whole',
  color: 'Charcoal',
  notes: '',
  vendorId: null,
  unitCost: 41.5,
  markup: 0.35,
  taxPercent: 7.25,
}

/** A template under new ids; every material line has its own product. */
export async function createTemplate(database: Database, template: NewTemplate): Promise<Template> {
  const [id = 0] = await newIds(database, 'template', 1)
  const lineIds = await newIds(database, 'template_line', template.lines.length)
  const productIds = await newIds(database, 'product', template.lines.length)
  const parsed = parseTemplate({
    id,
    orgId: template.orgId,
    name: template.name ?? `Template ${id}`,
    tradeType: template.tradeType ?? 'ROOF',
    wasteFactor: template.wasteFactor ?? null,
    combineSameProducts: template.combineSameProducts ?? false,
    products: productIds.map((productId) => productOf(productId)),
    lines: template.lines.map((line, index) => ({
      ...shingles,
      productId: line.type === 'LABOR' ? null : productIds[index],
      ...line,
      id: lineIds[index],
      sortOrder: index + 1,
    })),
  })
  if (parsed.kind === 'rejected') throw new Error(`${parsed.path} ${parsed.reason}`)

  await database.transaction((sql) => seedTemplate(sql, parsed.template))
  return parsed.template
}

function productOf(id: number) {
  return {
    id,
    name: `Product ${id}`,
    displayName: null,
    manufacturerUrl: null,
    productType: 'MATERIAL',
    sku: `SKU-${id}`,
    provider: { identifier: 'abc-supply', name: 'ABC Supply' },
  }
}

const nextIds = plainStatement(
  { id: int4 },
  ($: Params<{ readonly sequence: string; readonly count: number }>) =>
    raw`select nextval(${$.sequence}::regclass)::int as id from generate_series(1, ${$.count})`,
)

async function newIds(database: Database, table: string, count: number): Promise<number[]> {
  const rows = await database.rows(nextIds, { sequence: `${table}_id_seq`, count })
  return rows.map(({ id }) => id)
}
