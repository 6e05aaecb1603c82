import type { OrderState } from '../../domain/orders/order-state.ts'

/** Which orders of an organization are wanted. */
export interface OrderFilter {
  readonly orgId: number
  readonly jobId: number | undefined
  readonly productionListId: number | undefined
  readonly vendorId: number | undefined
  readonly state: OrderState | undefined
  /** Changed at this time or later; milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
}

/** An order's place: by creation, newest first; or by change where updatedSince is given. */
export interface OrderPosition {
  readonly id: string
  /** When it was created or, with updatedSince, changed; milliseconds since 1970. */
  readonly atMs: number
}

export interface OrderPage {
  readonly filter: OrderFilter
  readonly after: OrderPosition | undefined
  readonly limit: number
}

/** SQL with `$1` placeholders. */
export interface Statement {
  readonly text: string
  readonly params: readonly unknown[]
}

/** The ids of one page, found by the index of the narrowest filter in the order that it has. */
export function selectPage({ filter, after, limit }: OrderPage): Statement {
  const params: unknown[] = []
  const $ = (value: unknown): string => `$${params.push(value)}`
  const { orgId, jobId, productionListId, vendorId, state, updatedSinceMs } = filter
  const conditions = [`o.org_id = ${$(orgId)}`]
  if (jobId !== undefined) conditions.push(`o.job_id = ${$(jobId)}`)
  if (productionListId !== undefined)
    conditions.push(`o.production_list_id = ${$(productionListId)}`)
  if (vendorId !== undefined) conditions.push(`o.vendor_id = ${$(vendorId)}`)
  if (state !== undefined) conditions.push(`o.state = ${$(state)}`)
  if (updatedSinceMs !== undefined)
    conditions.push(`o.updated_at >= ${$(new Date(updatedSinceMs))}`)
  if (after !== undefined) {
    const place = `(${$(new Date(after.atMs))}::timestamptz, ${$(after.id)}::uuid)`
    const isBehind =
      updatedSinceMs === undefined ? '(o.created_at, o.id) <' : '(o.updated_at, o.id) >'
    conditions.push(`${isBehind} ${place}`)
  }
  return {
    text: `select o.id from "order" o where ${conditions.join(' and ')}
      order by ${orderOf(filter)} limit ${$(limit)}`,
    params,
  }
}

/** The creation time of an order never changes, so that pages repeat and skip none. */
export function orderOf({ updatedSinceMs }: OrderFilter): string {
  return updatedSinceMs === undefined ? 'o.created_at desc, o.id desc' : 'o.updated_at, o.id'
}
