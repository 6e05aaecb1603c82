import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import { LEASE_MS } from './claim-distribution-orders.ts'
import type { Lease } from './lock-distribution-order.ts'

const extendLease = statement((db, $: Params<Lease & { readonly leaseMs: number }>) =>
  db
    .updateTable('distributionOrder')
    .set({ nextAttemptAt: raw`clock_timestamp() + ${$.leaseMs} * interval '1 millisecond'` })
    .where('id', '=', $.id)
    .where('fence', '=', $.fence)
    .where('leasedAt', 'is not', null),
)

/** Renews the lease of an order, unless another process holds it. */
export function renewLease(sql: Sql, { id, fence }: Lease): Promise<void> {
  return sql.run(extendLease, { id, fence, leaseMs: LEASE_MS })
}
