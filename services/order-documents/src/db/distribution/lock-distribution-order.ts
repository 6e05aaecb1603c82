import type { Sql } from '@takeoff/kit/postgres/database'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { DISTRIBUTION_ORDER_COLUMNS, toDistributionOrder } from './distribution-order-columns.ts'
import type { DistributionOrderColumns } from './distribution-order-columns.ts'

/** A distribution order whose row is locked until the transaction ends. */
export interface LockedDistributionOrder {
  readonly id: string
  readonly orgId: number
  readonly orderId: string
  readonly productionListId: number
  readonly jobId: number
  readonly providerIdentifier: string
  readonly stateSequence: number
  /** By the clock of the database. */
  readonly now: Date
  readonly order: DistributionOrder
}

/** The lease of a process that works on an order. */
export interface Lease {
  readonly id: string
  readonly fence: number
}

type Row = Omit<LockedDistributionOrder, 'now' | 'order'> &
  DistributionOrderColumns & { readonly now: string }

const SELECT = `
  select d.id, d.org_id as "orgId", d.order_id as "orderId", o.job_id as "jobId",
         o.production_list_id as "productionListId", d.provider_identifier as "providerIdentifier",
         d.state_sequence as "stateSequence", clock_timestamp() as now, ${DISTRIBUTION_ORDER_COLUMNS}
  from distribution_order d join "order" o on o.id = d.order_id`

/** Undefined when another process holds the lease, or the order was cancelled meanwhile. */
export async function lockLeased(
  sql: Sql,
  { id, fence }: Lease,
): Promise<LockedDistributionOrder | undefined> {
  const [row] = await sql.query<Row>(
    `${SELECT} where d.id = $1 and d.fence = $2 and d.leased_at is not null for update of d`,
    [id, fence],
  )
  return row === undefined ? undefined : toLocked(row)
}

/** Regardless of a lease; undefined when it does not exist for these organizations. */
export async function lockDistributionOrder(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<LockedDistributionOrder | undefined> {
  const [row] = await sql.query<Row>(
    `${SELECT} where d.id = $1 and d.org_id = any($2::int[]) for update of d`,
    [id, orgIds],
  )
  return row === undefined ? undefined : toLocked(row)
}

function toLocked(row: Row): LockedDistributionOrder {
  return {
    id: row.id,
    orgId: row.orgId,
    orderId: row.orderId,
    productionListId: row.productionListId,
    jobId: row.jobId,
    providerIdentifier: row.providerIdentifier,
    stateSequence: row.stateSequence,
    now: new Date(row.now),
    order: toDistributionOrder(row),
  }
}
