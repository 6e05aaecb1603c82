import { sql as raw } from 'kysely'
import type { Kysely } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { timestamptz } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { decisionColumns } from './distribution-order-columns.ts'

/** A distribution order whose row is locked until the transaction ends. */
export interface LockedDistributionOrder extends DistributionOrder {
  readonly id: string
  readonly orgId: number
  readonly orderId: string
  readonly productionListId: number
  readonly jobId: number
  readonly providerIdentifier: string
  readonly stateSequence: number
  /** By the clock of the database. */
  readonly now: Date
}

/** The lease of a process that works on an order. */
export interface Lease {
  readonly id: string
  readonly fence: number
}

const lockByLease = statement((db, $: Params<Lease>) =>
  selectLocked(db)
    .where('d.id', '=', $.id)
    .where('d.fence', '=', $.fence)
    .where('d.leasedAt', 'is not', null),
)

interface OfOrganizations {
  readonly id: string
  readonly orgIds: readonly number[]
}

const lockById = statement((db, $: Params<OfOrganizations>) =>
  selectLocked(db)
    .where('d.id', '=', $.id)
    .where((eb) => eb('d.orgId', '=', eb.fn.any($.orgIds))),
)

function selectLocked(db: Kysely<Tables>) {
  return db
    .selectFrom('distributionOrder as d')
    .innerJoin('order as o', 'o.id', 'd.orderId')
    .forUpdate('d')
    .select([
      'd.id',
      'd.orgId',
      'd.orderId',
      'o.jobId',
      'o.productionListId',
      'd.providerIdentifier',
      'd.stateSequence',
      column('now', timestamptz, raw`clock_timestamp()`),
    ])
    .select(decisionColumns())
}

/** Undefined when another process holds the lease, or the order was cancelled meanwhile. */
export function lockLeased(
  sql: Sql,
  { id, fence }: Lease,
): Promise<LockedDistributionOrder | undefined> {
  return sql.row(lockByLease, { id, fence })
}

/** Regardless of a lease; undefined when it does not exist for these organizations. */
export function lockDistributionOrder(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<LockedDistributionOrder | undefined> {
  return sql.row(lockById, { id, orgIds })
}
