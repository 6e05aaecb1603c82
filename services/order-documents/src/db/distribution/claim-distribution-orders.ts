import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import { timestamptz } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { statement } from '../statements.ts'
import { decisionColumns } from './distribution-order-columns.ts'
import type { Lease } from './lock-distribution-order.ts'

/** How long a dead process delays its orders; a live one renews its leases in time. */
export const LEASE_MS = 15_000
/**
 * How long orders of a provider without an address here are left to other processes: while `PROVIDERS` is changed, some
 * have the address and others do not.
 */
export const LEFT_TO_OTHERS_MS = 3_600_000

/** A distribution order that this process alone may work on, until its lease ends. */
export interface ClaimedOrder extends DistributionOrder {
  readonly id: string
  /** Identifies this lease in writes. */
  readonly fence: number
  readonly orgId: number
  readonly orderId: string
  readonly vendorId: number
  readonly providerIdentifier: string
  /** The account of the last attempt; null before the first one. */
  readonly accountNumber: string | null
  /** By the clock of the database, which is the same for all processes. */
  readonly claimedAt: Date
}

export interface ClaimOptions {
  /** Maximum orders of one provider in progress in this process. */
  readonly inFlightMax: number
  /** Number of orders in progress, by provider. */
  readonly inFlight: Readonly<Record<string, number>>
  /** Of the providers that this process has an address of. */
  readonly identifiers: readonly string[]
  /** Whether it also takes orders of other providers that have been due for an hour. */
  readonly takesOthers: boolean
}

interface Claim extends Omit<ClaimOptions, 'inFlight'> {
  /** JSON. */
  readonly inFlight: string
}

const LEASE = raw`${raw.lit(LEASE_MS)} * interval '1 millisecond'`
const LEFT_TO_OTHERS = raw`${raw.lit(LEFT_TO_OTHERS_MS)} * interval '1 millisecond'`

const claimDue = statement((db, $: Params<Claim>) =>
  db
    .withRecursive('provider(identifier)', (cte) =>
      cte
        .selectFrom('distributionOrder')
        .where('nextAttemptAt', 'is not', null)
        .select(({ fn }) => fn.min<string | null>('providerIdentifier').as('identifier'))
        .unionAll(
          cte
            .selectFrom('provider as p')
            .where('p.identifier', 'is not', null)
            .select((p) =>
              p
                .selectFrom('distributionOrder as d')
                .where('d.nextAttemptAt', 'is not', null)
                .whereRef('d.providerIdentifier', '>', 'p.identifier')
                .select(({ fn }) => fn.min('d.providerIdentifier').as('next'))
                .as('identifier'),
            ),
        ),
    )
    .with('picked', (cte) =>
      cte
        .selectFrom('provider as p')
        .crossJoinLateral((p) =>
          p
            .selectFrom('distributionOrder as d')
            .whereRef('d.providerIdentifier', '=', 'p.identifier')
            .where('d.nextAttemptAt', '<=', raw<Date>`now()`)
            .where(
              raw<boolean>`(p.identifier = any(${$.identifiers})
                or ${$.takesOthers} and d.next_attempt_at <= now() - ${LEFT_TO_OTHERS})`,
            )
            .where(raw<boolean>`not ${isFrozenSql(raw`d.org_id`)}`)
            .orderBy(raw`d.state <> 'draft' and d.cancel_requested_at is null`)
            .orderBy('d.nextAttemptAt')
            .limit(
              raw<number>`greatest(0, ${$.inFlightMax}::int - coalesce((${$.inFlight}::jsonb ->> p.identifier)::int, 0))`,
            )
            .forUpdate()
            .skipLocked()
            .select('d.id')
            .as('due'),
        )
        .select('due.id'),
    )
    .with('claimed', (cte) =>
      cte
        .updateTable('distributionOrder as d')
        .from('picked')
        .whereRef('d.id', '=', 'picked.id')
        .set({
          leasedAt: raw`now()`,
          nextAttemptAt: raw`now() + ${LEASE}`,
          fence: raw`d.fence + 1`,
        })
        .returningAll('d'),
    )
    .selectFrom('claimed as d')
    .select([
      'd.id',
      'd.fence',
      'd.orgId',
      'd.orderId',
      'd.vendorId',
      'd.providerIdentifier',
      'd.accountNumber',
      column('claimedAt', timestamptz, raw`clock_timestamp()`),
    ])
    .select(decisionColumns()),
)

/**
 * Leases due orders, some of each provider, so that one that hangs does not delay the others; drafts and
 * cancellations come before status requests. Those of a provider without an address here wait for another process that
 * has one, and are claimed when none has worked on them for an hour. A loose index scan finds the providers: one index probe
 * each.
 */
export function claimDistributionOrders(sql: Sql, options: ClaimOptions): Promise<ClaimedOrder[]> {
  return sql.rows(claimDue, { ...options, inFlight: JSON.stringify(options.inFlight) })
}

const extendLease = statement((db, $: Params<Lease>) =>
  db
    .updateTable('distributionOrder')
    .set({ nextAttemptAt: raw`clock_timestamp() + ${LEASE}` })
    .where('id', '=', $.id)
    .where('fence', '=', $.fence)
    .where('leasedAt', 'is not', null),
)

/** Renews the lease of an order, unless another process holds it. */
export function renewLease(sql: Sql, { id, fence }: Lease): Promise<void> {
  return sql.run(extendLease, { id, fence })
}
