import type { Sql } from '@takeoff/kit/postgres/sql'
import { bool } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { sql as raw } from 'kysely'
import type { JobOrders } from '../../domain/orders/job-state.ts'
import { statement } from '../statements.ts'

/** The placed orders of a job. */
export interface PlacedOrdersOfJob extends JobOrders {
  /** Of the job. */
  readonly id: number
}

interface Wanted {
  readonly jobIds: readonly number[]
  readonly orgIds: readonly number[]
}

const selectPlaced = statement((db, $: Params<Wanted>) =>
  db
    .selectFrom('order as o')
    .leftJoin('distributionOrder as d', (join) =>
      join.onRef('d.orderId', '=', 'o.id').onRef('d.orgId', '=', 'o.orgId'),
    )
    .where((eb) => eb('o.jobId', '=', eb.fn.any($.jobIds)))
    .where((eb) => eb('o.orgId', '=', eb.fn.any($.orgIds)))
    .where('o.state', '=', 'placed')
    .groupBy('o.jobId')
    .select((eb) => {
      const state = eb.ref('d.state')
      return [
        'o.jobId as id',
        column(
          'isDelivered',
          bool,
          raw`coalesce(bool_or(${state} = 'delivered')
            and not bool_or(${state} in ('draft', 'submitted', 'acknowledged')), false)`,
        ),
      ]
    }),
)

/** The jobs of these that have placed orders, of these organizations only, unordered. */
export function findPlacedOrdersOfJobs(
  sql: Sql,
  orgIds: readonly number[],
  jobIds: readonly number[],
): Promise<PlacedOrdersOfJob[]> {
  return sql.rows(selectPlaced, { jobIds, orgIds })
}
