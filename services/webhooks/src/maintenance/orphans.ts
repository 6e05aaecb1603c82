import type { Sql } from '@takeoff/kit/postgres/database'
import { deleteBatch } from './delete-old-rows.ts'
import type { Deletion } from './delete-old-rows.ts'

/**
 * Finished deliveries of deleted webhooks: there are no foreign keys. Webhook ids are never reused, so an orphan
 * stays one.
 */
export async function orphans(sql: Sql): Promise<readonly Deletion[]> {
  const tables = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'finished_delivery'::regclass`,
  )
  const deletions: Deletion[] = []
  for (const { name } of tables) {
    for (const webhookId of await deletedWebhooksIn(sql, name)) {
      deletions.push({
        what: 'deliveries_of_deleted_webhooks',
        deleteBatch: (sql) => deleteBatch(sql, name, 'r.webhook_id = $1', webhookId),
      })
    }
  }
  return deletions
}

/** A loose index scan: one probe per webhook, however many rows it has. */
async function deletedWebhooksIn(sql: Sql, table: string): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `with recursive known (id) as (
       (select webhook_id from "${table}" order by webhook_id limit 1)
       union all
       select next.webhook_id from known k cross join lateral (
         select r.webhook_id from "${table}" r where r.webhook_id > k.id order by r.webhook_id limit 1
       ) next
     )
     select k.id from known k where not exists (select from webhook w where w.id = k.id)`,
  )
  return rows.map(({ id }) => id)
}
