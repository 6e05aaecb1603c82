import { sql as raw } from 'kysely'
import type { JoinBuilder } from 'kysely'
import { choosingColumns } from '@takeoff/kit/postgres/column-choice'
import { bool, int8 } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import type { Package } from '../../domain/templates/packaging.ts'
import { statement, statements } from '../statements.ts'
import { ROWS_LIMIT, requireItemsWithinLimit } from '../items-per-response.ts'
import { selectionsOf, shownItemColumns } from './list-columns.ts'
import type { OwnIds, Tables } from '../statements.ts'
import type { ProductRow } from '../templates/product-reads.ts'

/** The product of an item; null for labor and other items without one. */
export function productOfItem(item: ListItemRow): ProductRow | null {
  const { productId, productName, productType, providerIdentifier, providerName } = item
  if (productId === null || productName === null || productType === null) return null
  return {
    id: productId,
    name: productName,
    displayName: item.displayName,
    manufacturerUrl: item.manufacturerUrl,
    productType,
    sku: item.productSku,
    provider:
      providerIdentifier === null || providerName === null
        ? null
        : { identifier: providerIdentifier, name: providerName },
    packages: packagesOfItem(item),
  }
}

/** How the product of an item is packed. */
export function packagesOfItem({ productPackages }: ListItemRow): readonly Package[] {
  return productPackages ?? []
}

/** The columns of an item `i` and its product `p`. */
function itemColumns() {
  return [
    ...selectionsOf('i', shownItemColumns),
    'i.orgId',
    'i.listId',
    'i.sortOrder',
    column(
      'isManualMeasurement',
      bool,
      raw`coalesce(${raw.ref('i.manualFields')} && array['measurement', 'quantity'], false)`,
    ),
    'p.id as productId',
    'p.name as productName',
    'p.displayName',
    'p.manufacturerUrl',
    'p.productType',
    'p.sku as productSku',
    'p.packages as productPackages',
    'p.providerIdentifier',
    'p.providerName',
  ] as const
}

const choice = {
  always: ['id', 'orgId'],
  fields: {
    vendor: ['vendorId'],
    product: ['productId', 'productName', 'productType'],
    sku: ['productSku'],
    provider: ['providerIdentifier', 'providerName'],
    packages: ['productPackages'],
    quantityIn: ['quantity', 'quantityUnits', 'productPackages'],
  },
}

interface Joined {
  readonly i: Tables['listItem']
  readonly p: Tables['product']
}

/**
 * Items store their organization, so that reads do not need the list's row. With a plain `=`, the planner without
 * statistics would read all products of the organization for every item (9,000 items: 6 s instead of 20 ms); no
 * index serves `is not distinct from`. PostgreSQL removes the join when no column of the product is read.
 */
function toProduct<DB extends Joined>(
  join: JoinBuilder<DB, 'i' | 'p'>,
): JoinBuilder<DB, 'i' | 'p'> {
  return join.onRef('p.id', '=', 'i.productId').onRef('p.orgId', 'is not distinct from', 'i.orgId')
}

const selectItems = choosingColumns(statements, choice, (db, $: Params<OwnIds>, chosen) =>
  db
    .selectFrom('listItem as i')
    .leftJoin('product as p', toProduct)
    .where((eb) => eb('i.id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('i.orgId', '=', eb.fn.any($.orgIds)))
    .select(chosen(itemColumns())),
)

/** The parent of the ListItem resolvers. */
export type ListItemRow = NonNullable<ReturnType<typeof selectItems>['row']>

// A list without items has one row, with null for every column of an item.
const selectItemsByList = choosingColumns(statements, choice, (db, $: Params<OwnIds>, chosen) =>
  db
    .selectFrom('productionList as l')
    .leftJoin('listItem as i', 'i.listId', 'l.id')
    .leftJoin('product as p', toProduct)
    .where((eb) => eb('l.id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('l.orgId', '=', eb.fn.any($.orgIds)))
    .orderBy('l.id')
    .orderBy('i.sortOrder')
    .limit(ROWS_LIMIT)
    .select(['l.id as ofListId', 'l.version as listVersion'])
    .select(chosen(itemColumns()))
    .$narrowType<ListItemRow | { readonly id: null }>(),
)

/** Selects items and their columns: all columns when `fields` is left out. */
export interface ItemSelection {
  readonly orgIds: readonly number[]
  readonly fields?: FieldNames | undefined
}

/** A list's items, and the version of the list when they were read. */
export interface ItemsOfList {
  readonly version: number
  readonly items: ListItemRow[]
}

/**
 * The items of each existing list, in the order of the list.
 * @throws BadUserInputError when they are more than one response may contain
 */
export async function findItemsByList(
  sql: Sql,
  listIds: readonly number[],
  { orgIds, fields }: ItemSelection,
): Promise<ReadonlyMap<number, ItemsOfList>> {
  const rows = await sql.rows(selectItemsByList(fields), { ids: listIds, orgIds })
  requireItemsWithinLimit(rows, {
    argument: 'listItems',
    advice: 'fewer lists at once, or for an export',
  })
  const byList = new Map<number, ItemsOfList>()
  for (const row of rows) {
    const list = byList.get(row.ofListId) ?? { version: row.listVersion, items: [] }
    byList.set(row.ofListId, list)
    if (row.id !== null) list.items.push(row)
  }
  return byList
}

const selectCounts = statement((db, $: Params<OwnIds>) =>
  db
    .selectFrom('productionList as l')
    .where((eb) => eb('l.id', '=', eb.fn.any($.ids)))
    .where((eb) => eb('l.orgId', '=', eb.fn.any($.orgIds)))
    .select((eb) => {
      const items = eb.selectFrom('listItem as i').whereRef('i.listId', '=', 'l.id')
      return ['l.id', column('count', int8, items.select(eb.fn.countAll().as('count')))]
    }),
)

/** The number of items of each list. */
export async function countItems(
  sql: Sql,
  listIds: readonly number[],
  orgIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.rows(selectCounts, { ids: listIds, orgIds })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Items by id, of these organizations only, unordered. */
export function findItems(
  sql: Sql,
  ids: readonly number[],
  { orgIds, fields }: ItemSelection,
): Promise<ListItemRow[]> {
  return sql.rows(selectItems(fields), { ids, orgIds })
}
