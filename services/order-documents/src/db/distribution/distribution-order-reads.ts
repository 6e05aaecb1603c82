import type { Sql } from '@takeoff/kit/postgres/database'
import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'
import { toTime } from './distribution-order-columns.ts'
import { orderOf, selectPlace } from './distribution-order-pages.ts'
import type { DistributionOrderPage } from './distribution-order-pages.ts'

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

type Times = 'createdAt' | 'updatedAt' | 'submittedAt' | 'cancelRequestedAt'

type Row = Omit<DistributionOrderRecord, Times> & {
  readonly createdAt: string
  readonly updatedAt: string
  readonly submittedAt: string | null
  readonly cancelRequestedAt: string | null
}

const SELECT = `
  select d.id, d.org_id as "orgId", d.order_id as "orderId", o.job_id as "jobId",
         o.production_list_id as "productionListId", d.state, d.raw_status as "rawStatus",
         d.confirmation_number as "confirmationNumber", d.failure, d.created_at as "createdAt",
         d.updated_at as "updatedAt", d.submitted_at as "submittedAt",
         d.cancel_requested_at as "cancelRequestedAt"
  from distribution_order d join "order" o on o.id = d.order_id`

export function findDistributionOrders(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<DistributionOrderRecord[]> {
  return find(sql, 'd.id = any($1::uuid[]) and d.org_id = any($2::int[])', [ids, orgIds])
}

/** Of each order at most one. */
export function findDistributionOrdersOfOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<DistributionOrderRecord[]> {
  return find(sql, 'd.order_id = any($1::uuid[]) and d.org_id = any($2::int[])', [orderIds, orgIds])
}

/** The one that a call has created. */
export async function findDistributionOrderOfBatch(
  sql: Sql,
  orgIds: readonly number[],
  batchId: string,
): Promise<DistributionOrderRecord | undefined> {
  const params = [batchId, orgIds]
  const [found] = await find(sql, 'o.placement_id = $1 and d.org_id = any($2::int[])', params)
  return found
}

/** One page of an organization's distribution orders, in the page's order. */
export function findDistributionOrderPage(
  sql: Sql,
  page: DistributionOrderPage,
): Promise<DistributionOrderRecord[]> {
  const { condition, params } = selectPlace(page)
  const limit = `order by ${orderOf(page.filter)} limit $${params.length + 1}`
  return find(sql, `${condition} ${limit}`, [...params, page.limit])
}

async function find(
  sql: Sql,
  condition: string,
  params: readonly unknown[],
): Promise<DistributionOrderRecord[]> {
  const rows = await sql.query<Row>(`${SELECT} where ${condition}`, params)
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    submittedAt: toTime(row.submittedAt),
    cancelRequestedAt: toTime(row.cancelRequestedAt),
  }))
}
