import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { ITEMS_PER_RESPONSE_MAX } from '../../domain/limits.ts'
import type { ListedItem } from '../../domain/lists/missing-materials.ts'
import { statement } from '../statements.ts'

/** A material of a list, and the measurements that the list was computed from. */
export interface ListedMaterial extends ListedItem {
  readonly listId: number
  readonly measurementId: number
}

interface Wanted {
  readonly listIds: readonly number[]
  readonly orgIds: readonly number[]
  readonly limit: number
}

const selectMaterials = statement((db, $: Params<Wanted>) =>
  db
    .selectFrom('listItem as i')
    .innerJoin('productionList as l', 'l.id', 'i.listId')
    .where((eb) => eb('i.listId', '=', eb.fn.any($.listIds)))
    .where((eb) => eb('i.orgId', '=', eb.fn.any($.orgIds)))
    .where('i.type', '=', 'MATERIAL')
    .orderBy('i.listId')
    .orderBy('i.sortOrder')
    .limit($.limit)
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
  const limit = ITEMS_PER_RESPONSE_MAX + 1
  const rows = await sql.rows(selectMaterials, { listIds, orgIds, limit })
  if (rows.length <= ITEMS_PER_RESPONSE_MAX) return rows
  throw new BadUserInputError(
    `The requested lists have more than ${ITEMS_PER_RESPONSE_MAX} materials together. Ask for the missing materials of fewer lists at once.`,
    'missingMaterials',
  )
}
