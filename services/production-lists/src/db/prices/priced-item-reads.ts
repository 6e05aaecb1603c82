import { expressionBuilder, sql as raw } from 'kysely'
import type { NotNull } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { bool } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { PricedItem } from '../../domain/lists/price-warning.ts'
import { statement } from '../statements.ts'
import { ROWS_LIMIT, requireItemsWithinLimit } from '../items-per-response.ts'
import type { OwnIds, Tables } from '../statements.ts'
import { selectInForce } from './price-reads.ts'

export interface PricedListItem extends PricedItem {
  readonly listId: number
  readonly orgId: number
}

interface OnDay extends OwnIds {
  readonly day: string
}

// No index serves `is not distinct from`, so products, lines and prices are found by their ids whatever the statistics are.
const selectItems = statement((db, $: Params<OnDay>) =>
  db
    .selectFrom('listItem as i')
    .leftJoin('product as c', (join) =>
      join.onRef('c.id', '=', 'i.productId').onRef('c.orgId', 'is not distinct from', 'i.orgId'),
    )
    .leftJoin('templateLine as t', (join) =>
      join
        .onRef('t.id', '=', 'i.templateLineId')
        .onRef('t.orgId', 'is not distinct from', 'i.orgId'),
    )
    .leftJoin('price as taken', (join) =>
      join
        .onRef('taken.id', '=', 'i.priceId')
        .onRef('taken.orgId', 'is not distinct from', 'i.orgId'),
    )
    .leftJoinLateral(
      (eb) =>
        selectInForce({
          orgId: eb.ref('i.orgId'),
          vendorId: eb.ref('i.vendorId'),
          sku: eb.ref('i.sku'),
          day: raw`${$.day}::date`,
        }).as('current'),
      (join) => join.onTrue(),
    )
    .where((eb) => eb('i.listId', '=', eb.fn.any($.ids)))
    .where((eb) => eb('i.orgId', '=', eb.fn.any($.orgIds)))
    .where('i.vendorId', 'is not', null)
    .where('i.sku', 'is not', null)
    .orderBy('i.listId')
    .orderBy('i.sortOrder')
    .limit(ROWS_LIMIT)
    .select([
      'i.listId',
      'i.orgId',
      'i.id as listItemId',
      'i.vendorId',
      'i.quantityUnits',
      'i.unitCost',
      'i.unitCostSource',
      'i.taxPercent',
      't.taxPercent as templateTaxPercent',
      'c.packages',
    ])
    .select((eb) => [
      column('isManualTax', bool, raw`'taxPercent' = any(${eb.ref('i.manualFields')})`),
      priceJson('current').as('current'),
      priceJson('taken').as('taken'),
    ])
    .$narrowType<{ vendorId: NotNull }>(),
)

type Joined = Readonly<Record<'current' | 'taken', Tables['price']>>

/** Null where the join found no price. */
function priceJson(alias: keyof Joined) {
  const eb = expressionBuilder<Joined, keyof Joined>()
  const json = jsonBuildObject({
    id: eb.ref(`${alias}.id`),
    vendorId: eb.ref(`${alias}.vendorId`),
    sku: eb.ref(`${alias}.sku`),
    name: eb.ref(`${alias}.name`),
    unit: eb.ref(`${alias}.unit`),
    coverage: eb.ref(`${alias}.coverage`),
    coverageUnit: eb.ref(`${alias}.coverageUnit`),
    colors: eb.ref(`${alias}.colors`),
    unitCost: eb.ref(`${alias}.unitCost`),
    taxPercent: eb.ref(`${alias}.taxPercent`),
    effectiveFrom: eb.ref(`${alias}.effectiveFrom`),
    effectiveTo: eb.ref(`${alias}.effectiveTo`),
  })
  return eb
    .case()
    .when(eb.ref(`${alias}.id`), 'is not', null)
    .then(json)
    .end()
}

/**
 * The items of these lists that have a vendor and a SKU, in order, each with the price of its vendor's book
 * on a day.
 * @param day `YYYY-MM-DD`
 * @throws BadUserInputError when they are more than one response may contain
 */
export async function findPricedItems(
  sql: Sql,
  listIds: readonly number[],
  { orgIds, day }: Omit<OnDay, 'ids'>,
): Promise<PricedListItem[]> {
  const rows = await sql.rows(selectItems, { ids: listIds, orgIds, day })
  const advice = 'the warnings of fewer lists at once'
  requireItemsWithinLimit(rows, { argument: 'priceWarnings', advice })
  return rows.map(({ packages, ...item }) => ({ ...item, packages: packages ?? [] }))
}
