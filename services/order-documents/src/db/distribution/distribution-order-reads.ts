import type { Kysely } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'

export interface DistributionOrderRecord {
  readonly id: string
  readonly orgId: number
  readonly orderId: string
  readonly productionListId: number
  readonly jobId: number
  readonly state: DistributionOrderState
  readonly rawStatus: string | null
  readonly confirmationNumber: string | null
  readonly failure: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly submittedAt: Date | null
  readonly cancelRequestedAt: Date | null
}

/** The distribution orders `d`, and their orders `o`. */
export function selectDistributionOrders(db: Kysely<Tables>) {
  return db
    .selectFrom('distributionOrder as d')
    .innerJoin('order as o', 'o.id', 'd.orderId')
    .select([
      'd.id',
      'd.orgId',
      'd.orderId',
      'o.jobId',
      'o.productionListId',
      'd.state',
      'd.rawStatus',
      'd.confirmationNumber',
      'd.failure',
      'd.createdAt',
      'd.updatedAt',
      'd.submittedAt',
      'd.cancelRequestedAt',
    ])
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
