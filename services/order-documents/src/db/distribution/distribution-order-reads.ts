import type { Kysely, Selectable } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'

const columns = [
  'id',
  'orgId',
  'orderId',
  'state',
  'rawStatus',
  'confirmationNumber',
  'failure',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'cancelRequestedAt',
] as const

type OwnColumns = Pick<Selectable<Tables['distributionOrder']>, (typeof columns)[number]>
type OrderColumns = Pick<Selectable<Tables['order']>, 'jobId' | 'productionListId'>

export type DistributionOrderRecord = Readonly<OwnColumns & OrderColumns>

/** The distribution orders `d`, and their orders `o`. */
export function selectDistributionOrders(db: Kysely<Tables>) {
  return db
    .selectFrom('distributionOrder as d')
    .innerJoin('order as o', 'o.id', 'd.orderId')
    .select(columns.map((name) => `d.${name}` as const))
    .select(['o.jobId', 'o.productionListId'])
}

interface Wanted {
  readonly ids: readonly string[]
  readonly orgIds: readonly number[]
}

function selectBy(column: 'd.id' | 'd.orderId' | 'o.placementId') {
  return statement((db, $: Params<Wanted>) =>
    selectDistributionOrders(db)
      .where((eb) => eb(column, '=', eb.fn.any($.ids)))
      .where((eb) => eb('d.orgId', '=', eb.fn.any($.orgIds))),
  )
}

function finderBy(column: 'd.id' | 'd.orderId') {
  const selected = selectBy(column)
  return (
    sql: Sql,
    orgIds: readonly number[],
    ids: readonly string[],
  ): Promise<DistributionOrderRecord[]> => sql.rows(selected, { ids, orgIds })
}

export const findDistributionOrdersById = finderBy('d.id')
/** At most one for each order. */
export const findDistributionOrdersOfOrders = finderBy('d.orderId')

const selectByBatch = selectBy('o.placementId')

/** The distribution order that a call has created. */
export function findDistributionOrderOfBatch(
  sql: Sql,
  orgIds: readonly number[],
  batchId: string,
): Promise<DistributionOrderRecord | undefined> {
  return sql.row(selectByBatch, { ids: [batchId], orgIds })
}
