import type { Sql } from '@takeoff/kit/postgres/database'

export interface OrphanBatch {
  /** Last key of the previous batch; empty for the first. */
  readonly after: string
  readonly limit: number
  /** An attempt that began less than this ago may still be storing, even when another has taken over. */
  readonly graceSeconds: number
}

/**
 * Keys that no document needs: of superseded attempts, or of documents that have ended.
 * Such an attempt can never complete its document any more, because attempts only count up. The rows are locked,
 * so that several processes claim different ones.
 */
export async function lockOrphanUploads(
  sql: Sql,
  { after, limit, graceSeconds }: OrphanBatch,
): Promise<string[]> {
  // A key ends in the number of its attempt: storage-keys.ts.
  const rows = await sql.query<{ key: string }>(
    `select u.storage_key as key
     from file_upload u join order_document d on d.id = u.order_document_id
     where u.created_at < now() - make_interval(secs => $3)
       and (d.state <> 'pending' or u.storage_key not like '%/' || d.attempts || '.%')
       and u.storage_key > $1
     order by u.storage_key limit $2 for update of u skip locked`,
    [after, limit, graceSeconds],
  )
  return rows.map(({ key }) => key)
}

export async function deleteUploads(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql.query('delete from file_upload where storage_key = any($1::text[])', [keys])
}
