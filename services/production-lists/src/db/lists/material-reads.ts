import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { ListedItem } from '../../domain/lists/missing-materials.ts'
import { statement } from '../statements.ts'
import type { OwnIds } from '../statements.ts'
import { ROWS_LIMIT, requireItemsWithinLimit } from '../items-per-response.ts'

/** A material of a list, and the measurements that the list was computed from. */
export interface ListedMaterial extends ListedItem {
  readonly listId: number
  readonly measurementId: number
}

const selectMaterials = statement((db, $: Params<OwnIds>) =>
  db
    .selectFrom('listItem as i')
    .innerJoin('productionList as l', 'l.id', 'i.listId')
    .where((eb) => eb('i.listId', '=', eb.fn.any($.ids)))
    .where((eb) => eb('i.orgId', '=', eb.fn.any($.orgIds)))
    .where('i.type', '=', 'MATERIAL')
    .orderBy('i.listId')
    .orderBy('i.sortOrder')
    .limit(ROWS_LIMIT)
    .select([
      'i.listId',
      'l.measurementId',
      'i.name',
      'i.groupName as listItemGroupName',
      'i.type',
      'i.tradeType',
      'i.measure',
      'i.calculatedQuantity',
      'i.quantity',
      'i.carriedIn',
    ]),
)

/**
 * The MATERIAL items of these lists, in order.
 * @throws BadUserInputError when they are more than one response may contain
 */
export async function findMaterials(
  sql: Sql,
  listIds: readonly number[],
  orgIds: readonly number[],
): Promise<readonly ListedMaterial[]> {
  const rows = await sql.rows(selectMaterials, { ids: listIds, orgIds })
  requireItemsWithinLimit(rows, {
    argument: 'missingMaterials',
    advice: 'the missing materials of fewer lists at once',
    noun: 'materials',
  })
  return rows
}
