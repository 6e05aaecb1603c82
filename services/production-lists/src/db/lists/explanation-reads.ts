import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { explainItem, measureOf } from '../../domain/lists/explain-item.ts'
import type { ItemState } from '../../domain/lists/list-state.ts'
import { statement } from '../statements.ts'
import type { OwnIds } from '../statements.ts'
import { itemSelections } from './list-columns.ts'

/** The rule from which the figures of a list item were calculated, and one sentence about it. */
export interface Explanation extends Omit<ItemState, 'measure'> {
  readonly orgId: number
  readonly measure: string | null
  readonly templateId: number | null
  readonly measurementVersion: number
  /** `YYYY-MM-DD` */
  readonly priceEffectiveFrom: string | null
  readonly sentence: string
}

// No index serves `is not distinct from`, so the planner finds a price by its id only.
const selectItems = statement((db, $: Params<OwnIds>) =>
  db
    .selectFrom('listItem as i')
    .innerJoin('productionList as l', 'l.id', 'i.listId')
    .innerJoin('jobMeasurement as m', 'm.id', 'l.measurementId')
    .leftJoin('templateLine as t', 't.id', 'i.templateLineId')
    .leftJoin('price as p', (join) =>
      join.onRef('p.id', '=', 'i.priceId').onRef('p.orgId', 'is not distinct from', 'i.orgId'),
    )
    .where((eb) => eb('i.id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('i.orgId', '=', eb.fn.any($.orgIds)))
    .select(itemSelections())
    .select([
      'i.orgId',
      't.templateId',
      'm.version as measurementVersion',
      'p.effectiveFrom as priceEffectiveFrom',
    ]),
)

/** Explains these items of these organizations; the result is unordered. */
export async function explainItems(
  sql: Sql,
  ids: readonly number[],
  orgIds: readonly number[],
): Promise<Explanation[]> {
  const items = await sql.rows(selectItems, { ids, orgIds })
  return items.map((item) => ({
    ...item,
    measure: measureOf(item),
    templateLineId: item.templateId === null ? null : item.templateLineId,
    sentence: explainItem(item, { effectiveFrom: item.priceEffectiveFrom }),
  }))
}
