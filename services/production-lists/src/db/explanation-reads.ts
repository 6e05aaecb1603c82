import type { Sql } from '@takeoff/kit/database'
import { describeMeasure } from '../domain/measure-expression.ts'
import type { MeasureExpression } from '../domain/measure-expression.ts'

/** How the quantity of a list item came about. */
export interface Explanation {
  readonly listItemId: number
  readonly measure: string
  readonly measurement: number
  readonly measurementUnits: string | null
  readonly coverage: number
  readonly wasteFactor: number
  readonly rounding: string
  readonly calculatedQuantity: number
  readonly quantity: number
  readonly isManualMeasurement: boolean
  readonly unitCostSource: string
  readonly templateLineId: number | null
}

/** Explains every item of a list, in its order. */
export async function explainList(sql: Sql, listId: number, orgId: number): Promise<Explanation[]> {
  const rows = await sql.query<Explanation & { readonly measure: string }>(
    `select id as "listItemId", measure::text as "measure",
       measurement::float8 as "measurement", measurement_units as "measurementUnits",
       coverage::float8 as "coverage", waste_factor::float8 as "wasteFactor", rounding,
       calculated_quantity::float8 as "calculatedQuantity", quantity::float8 as "quantity",
       is_manual_measurement as "isManualMeasurement",
       case when is_manual_unit_cost then 'manual' else 'template' end as "unitCostSource",
       template_line_id as "templateLineId"
     from list_item where list_id = $1 and org_id = $2 order by sort_order`,
    [listId, orgId],
  )
  return rows.map((row) => ({
    ...row,
    measure: describeMeasure(JSON.parse(row.measure) as MeasureExpression),
  }))
}
