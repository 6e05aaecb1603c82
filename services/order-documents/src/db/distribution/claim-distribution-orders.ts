import type { Sql } from '@takeoff/kit/postgres/database'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { DISTRIBUTION_ORDER_COLUMNS, toDistributionOrder } from './distribution-order-columns.ts'
import type { DistributionOrderColumns } from './distribution-order-columns.ts'

/** How long a dead process delays its orders; a live one renews its leases in time. */
export const LEASE_MS = 15_000

/** A distribution order that this process alone may work on, until its lease ends. */
export interface ClaimedOrder {
  readonly id: string
  /** Identifies this lease in writes. */
  readonly fence: number
  readonly orgId: number
  readonly orderId: string
  readonly vendorId: number
  readonly providerIdentifier: string
  /** The account of the last attempt. */
  readonly accountNumber: string | null
  /** By the clock of the database, which is the same for all processes. */
  readonly claimedAt: Date
  readonly order: DistributionOrder
}

export interface ClaimOptions {
  /** Most orders of one provider under way in this process. */
  readonly inFlightMax: number
  /** How many are under way, by provider. */
  readonly inFlight: Readonly<Record<string, number>>
}

type Row = Omit<ClaimedOrder, 'claimedAt' | 'order'> &
  DistributionOrderColumns & { readonly claimedAt: string }

/**
 * Leases due orders, some of each provider, so that one that hangs does not delay the others; drafts and
 * cancellations come before status requests. A loose index scan finds the providers: one index probe each.
 */
export async function claimDistributionOrders(
  sql: Sql,
  { inFlightMax, inFlight }: ClaimOptions,
): Promise<ClaimedOrder[]> {
  const rows = await sql.query<Row>(CLAIM, [inFlightMax, JSON.stringify(inFlight), LEASE_MS])
  return rows.map((row) => ({
    id: row.id,
    fence: row.fence,
    orgId: row.orgId,
    orderId: row.orderId,
    vendorId: row.vendorId,
    providerIdentifier: row.providerIdentifier,
    accountNumber: row.accountNumber,
    claimedAt: new Date(row.claimedAt),
    order: toDistributionOrder(row),
  }))
}

const CLAIM = `
with recursive provider (identifier) as (
  select min(provider_identifier) from distribution_order where next_attempt_at is not null
  union all
  select (select min(d.provider_identifier) from distribution_order d
          where d.next_attempt_at is not null and d.provider_identifier > p.identifier)
  from provider p where p.identifier is not null
), picked as (
  select due.id
  from provider p cross join lateral (
    select d.id from distribution_order d
    where d.provider_identifier = p.identifier and d.next_attempt_at <= now()
    order by d.state <> 'draft' and d.cancel_requested_at is null, d.next_attempt_at
    limit greatest(0, $1::int - coalesce(($2::jsonb ->> p.identifier)::int, 0))
    for update skip locked
  ) due
), claimed as (
  update distribution_order d
  set leased_at = now(), next_attempt_at = now() + $3 * interval '1 millisecond', fence = d.fence + 1
  from picked where d.id = picked.id
  returning d.*
)
select d.id, d.fence, d.org_id as "orgId", d.order_id as "orderId", d.vendor_id as "vendorId",
       d.provider_identifier as "providerIdentifier", d.account_number as "accountNumber",
       clock_timestamp() as "claimedAt", ${DISTRIBUTION_ORDER_COLUMNS}
from claimed d`
