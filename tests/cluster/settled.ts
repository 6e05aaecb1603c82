import { existsSync } from 'node:fs'
import path from 'node:path'
import { waitUntilIdle } from '@takeoff/dev-env/wait-until-idle'
import type { Client } from '../fleet/client.ts'
import type { Outcome } from '../fleet/differences.ts'
import { READ } from '../fleet/operations.ts'
import type { ReadList } from '../fleet/operations.ts'
import type { Cluster } from './cluster.ts'

const IDLE_LIMIT_MS = 120_000
const SHOWN_MAX = 10
/** Lists that are read back through the endpoint; the database is read as a whole. */
const READ_BACK = 500

/** Describes work that remains, and acknowledged data that the endpoint does not return. */
export async function settledDifferencesOf(
  cluster: Cluster,
  outcome: Outcome & { readonly client: Client },
): Promise<string[]> {
  const { databases, orgId } = outcome
  await waitUntilIdle({
    databases,
    amqpUrl: cluster.broker.url,
    limitMs: IDLE_LIMIT_MS,
    isReady: () => true,
  })
  const endings = await databases.webhooks.query<{ state: string; doubled: number; n: number }>(
    `select f.state, count(*)::int as n,
       (count(*) - count(distinct (f.webhook_id, f.domain_event_id)))::int as doubled
     from finished_delivery f join webhook w on w.id = f.webhook_id
     where w.org_id = $1 and f.domain_event_id is not null group by f.state`,
    [orgId],
  )
  const [dead] = await databases.webhooks.query<{ n: number }>(
    'select count(*)::int as n from poison_message',
  )
  return [
    ...endings
      .filter(({ state, doubled }) => state !== 'delivered' || doubled > 0)
      .map(({ state, n, doubled }) => `${n} deliveries are ${state}, ${doubled} of them twice`),
    ...(dead?.n === 0 ? [] : [`${dead?.n} messages were refused for good`]),
    ...(await missingFiles(cluster, outcome)),
    ...(await unreadLists(outcome)),
  ]
}

/** Each document has its files, and they are in the store. */
async function missingFiles({ home }: Cluster, { databases, orgId }: Outcome): Promise<string[]> {
  const rows = await databases['order-documents'].query<{ id: string; keys: string[] }>(
    `select d.id::text, coalesce(array_agg(f.storage_key) filter (where f.id is not null), '{}') as keys
     from order_document d left join order_document_file f on f.order_document_id = d.id
     where d.org_id = $1 group by d.id`,
    [orgId],
  )
  return rows
    .filter(
      ({ keys }) =>
        keys.length === 0 || !keys.every((key) => existsSync(path.join(home, 'files', key))),
    )
    .map(({ id, keys }) => `document ${id} lacks files: ${keys.join()}`)
    .slice(0, SHOWN_MAX)
}

async function unreadLists({
  client,
  written,
}: Outcome & { readonly client: Client }): Promise<string[]> {
  const differences: string[] = []
  for (const { id, version, isUncertain = false } of written.lists.slice(-READ_BACK)) {
    const data = await client.send(READ, { id, list: String(id) })
    const list = (data as unknown as ReadList).projectManagementProductionListById
    if (list === null || list.version !== (isUncertain ? Math.max(version, list.version) : version))
      differences.push(`list ${id} is read as ${list?.version}, and ${version} was acknowledged`)
  }
  return differences.slice(0, SHOWN_MAX)
}
