import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, nothing } from '@takeoff/kit/postgres/sql-types'
import { batchOf, batchWith } from './delete-old-rows.ts'
import type { Deletion } from './delete-old-rows.ts'
import { listPartitionNames, queryPartition } from './partitions.ts'

/**
 * Finished deliveries of deleted webhooks: there are no foreign keys. Webhook ids are never reused, so an orphan
 * stays one.
 */
export async function orphans(sql: Sql): Promise<readonly Deletion[]> {
  const deletions: Deletion[] = []
  for (const name of await listPartitionNames(sql, 'finished_delivery')) {
    for (const webhookId of await deletedWebhooksIn(sql, name)) {
      const batch = batchOf(name, raw`r.webhook_id = ${webhookId}`)
      deletions.push({
        what: 'deliveries_of_deleted_webhooks',
        deleteBatch: async (sql) => batchWith(await queryPartition(sql, nothing, batch)),
      })
    }
  }
  return deletions
}

/** A loose index scan: one probe per webhook, however many rows it has. */
async function deletedWebhooksIn(sql: Sql, table: string): Promise<number[]> {
  const partition = raw.id(table)
  const rows = await queryPartition(
    sql,
    { id: int4 },
    raw`with recursive known (id) as (
       (select webhook_id from ${partition} order by webhook_id limit 1)
       union all
       select next.webhook_id from known k cross join lateral (
         select r.webhook_id from ${partition} r where r.webhook_id > k.id order by r.webhook_id limit 1
       ) next
     )
     select k.id from known k where not exists (select from webhook w where w.id = k.id)`,
  )
  return rows.map(({ id }) => id)
}
