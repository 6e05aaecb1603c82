import type { Sql } from '@takeoff/kit/postgres/sql'
import { byId } from '@takeoff/kit/graphql/loaders'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import DataLoader from 'dataloader'
import { findDeliveries } from './delivery-reads.ts'
import type { DeliveryRecord } from './found-delivery.ts'
import { listDeliveries } from './delivery-search.ts'
import type { DeliverySearch } from './delivery-filter.ts'
import { findWebhooks } from './webhook-reads.ts'

/** Maximum deliveries of one request, over all pages: each includes the responses of its receiver. */
const DELIVERIES_MAX = 5_000

export interface DeliveriesQuery extends DeliverySearch {
  readonly webhookId: number
}

/** Batched reads of one request: one statement per kind, however many are requested. */
export type Loaders = ReturnType<typeof createLoaders>

/** Every read is limited to `orgIds` in its SQL. Not cached, because a mutation changes the next read. */
export function createLoaders(sql: Sql, orgIds: readonly number[]) {
  return {
    webhook: byId((ids: readonly number[]) => findWebhooks(sql, orgIds, ids), { cache: false }),
    delivery: byId((ids: readonly string[]) => findDeliveries(sql, orgIds, [...new Set(ids)]), {
      cache: false,
    }),
    deliveriesOfWebhook: new DataLoader(
      (queries: readonly DeliveriesQuery[]) => loadDeliveries(sql, orgIds, queries),
      { cache: false },
    ),
  }
}

/** Webhooks with the same arguments, as in one list, share a statement. */
async function loadDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  queries: readonly DeliveriesQuery[],
): Promise<(readonly DeliveryRecord[])[]> {
  requireFew(queries)
  const pages = new Map<DeliveriesQuery, readonly DeliveryRecord[]>()
  const alike = Map.groupBy(queries, ({ filter, page, log }) => JSON.stringify([filter, page, log]))
  for (const group of alike.values()) {
    const [first] = group
    if (first === undefined) continue
    const ids = [...new Set(group.map(({ webhookId }) => webhookId))]
    const rows = Map.groupBy(await listDeliveries(sql, orgIds, ids, first), (row) => row.webhookId)
    for (const query of group) pages.set(query, rows.get(query.webhookId) ?? [])
  }
  return queries.map((query) => pages.get(query) ?? [])
}

function requireFew(queries: readonly DeliveriesQuery[]): void {
  const requested = queries.reduce((sum, { page }) => sum + page.first, 0)
  if (requested <= DELIVERIES_MAX) return
  throw new BadUserInputError(
    `One request reads at most ${DELIVERIES_MAX} deliveries. Request fewer of each webhook with first, which is 50 when it is left out, or fewer webhooks.`,
    'first',
  )
}
