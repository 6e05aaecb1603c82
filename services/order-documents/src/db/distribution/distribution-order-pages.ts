import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'
import type { OrderPosition } from '../orders/order-pages.ts'

/** Which distribution orders of an organization are wanted. */
export interface DistributionOrderFilter {
  readonly orgId: number
  readonly productionListId: number | undefined
  readonly vendorId: number | undefined
  readonly state: DistributionOrderState | undefined
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
}

export interface DistributionOrderPage {
  readonly filter: DistributionOrderFilter
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/** The rows that belong to the page and those behind it, for a statement that names them `d` and their orders `o`. */
export function selectPlace({ filter, after }: DistributionOrderPage): {
  readonly condition: string
  readonly params: readonly unknown[]
} {
  const params: unknown[] = []
  const $ = (value: unknown): string => `$${params.push(value)}`
  const { orgId, productionListId, vendorId, state, updatedSinceMs } = filter
  const conditions = [`d.org_id = ${$(orgId)}`]
  if (productionListId !== undefined)
    conditions.push(`o.production_list_id = ${$(productionListId)}`)
  if (vendorId !== undefined) conditions.push(`d.vendor_id = ${$(vendorId)}`)
  if (state !== undefined) conditions.push(`d.state = ${$(state)}`)
  if (updatedSinceMs !== undefined)
    conditions.push(`d.updated_at >= ${$(new Date(updatedSinceMs))}`)
  if (after !== undefined) {
    const place = `(${$(new Date(after.atMs))}::timestamptz, ${$(after.id)}::uuid)`
    const isBehind =
      updatedSinceMs === undefined ? '(d.created_at, d.id) <' : '(d.updated_at, d.id) >'
    conditions.push(`${isBehind} ${place}`)
  }
  return { condition: conditions.join(' and '), params }
}

/** The creation time never changes, so that pages repeat and skip none. */
export function orderOf({ updatedSinceMs }: DistributionOrderFilter): string {
  return updatedSinceMs === undefined ? 'd.created_at desc, d.id desc' : 'd.updated_at, d.id'
}
