import type { Sql } from '@takeoff/kit/postgres/database'
import { explainItem, measureOf } from '../../domain/lists/explain-item.ts'
import type { ItemState } from '../../domain/lists/list-state.ts'
import type { MeasureExpression } from '../../domain/templates/measure-expression.ts'
import { itemColumns, selectColumns } from './list-columns.ts'

interface ExplanationRow extends Omit<ItemState, 'measure'> {
  readonly measure: string
  readonly templateId: number | null
  readonly measurementVersion: number
  readonly priceEffectiveFrom: string | null
}

/** How the figures of a list item came about: its rule, and one sentence. */
export interface Explanation extends Omit<ExplanationRow, 'measure'> {
  readonly measure: string | null
  readonly sentence: string
}

/**
 * Explains these items of these organizations, in no order. The planner may find a price by its id only: no
 * index serves `is not distinct from`.
 */
export async function explainItems(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<Explanation[]> {
  const rows = await sql.query<ExplanationRow>(
    `select ${selectColumns('i', itemColumns)}, t.template_id as "templateId",
       m.version as "measurementVersion",
       to_char(p.effective_from, 'YYYY-MM-DD') as "priceEffectiveFrom"
     from list_item i
     join production_list l on l.id = i.list_id
     join job_measurement m on m.id = l.measurement_id
     left join template_line t on t.id = i.template_line_id
     left join price p on p.id = i.price_id and p.org_id is not distinct from i.org_id
     where i.id = any($1::int[]) and i.org_id = any($2::int[])`,
    [ids, orgIds],
  )
  return rows.map((row) => {
    const item = { ...row, measure: JSON.parse(row.measure) as MeasureExpression }
    const price = { effectiveFrom: row.priceEffectiveFrom }
    return {
      ...row,
      measure: measureOf(item),
      templateLineId: row.templateId === null ? null : row.templateLineId,
      sentence: explainItem(item, price),
    }
  })
}
