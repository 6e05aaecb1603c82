import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

export interface OrphanBatch {
  /** Last key of the previous batch; empty for the first. */
  readonly after: string
  readonly limit: number
  /** An attempt that began less than this ago may still be storing, even when another has taken over. */
  readonly graceSeconds: number
}

const lockOrphans = statement((db, $: Params<OrphanBatch>) =>
  db
    .selectFrom('fileUpload as u')
    .innerJoin('orderDocument as d', 'd.id', 'u.orderDocumentId')
    .where('u.createdAt', '<', raw<Date>`now() - make_interval(secs => ${$.graceSeconds})`)
    .where((eb) =>
      eb.or([
        eb('d.state', '<>', 'pending'),
        // A key ends in the number of its attempt: storage-keys.ts.
        eb('u.storageKey', 'not like', raw<string>`'%/' || d.attempts || '.%'`),
      ]),
    )
    .where('u.storageKey', '>', $.after)
    .orderBy('u.storageKey')
    .limit($.limit)
    .forUpdate('u')
    .skipLocked()
    .select('u.storageKey'),
)

const deleteByKey = statement((db, $: Params<{ readonly keys: readonly string[] }>) =>
  db.deleteFrom('fileUpload').where((eb) => eb('storageKey', '=', eb.fn.any($.keys))),
)

/**
 * Keys that no document needs: of superseded attempts, or of documents that have ended.
 * Such an attempt can no longer complete its document, because attempt numbers only increase. The rows are locked,
 * so that several processes claim different rows.
 */
export async function lockOrphanUploads(sql: Sql, batch: OrphanBatch): Promise<string[]> {
  const rows = await sql.rows(lockOrphans, batch)
  return rows.map(({ storageKey }) => storageKey)
}

export function deleteUploads(sql: Sql, keys: readonly string[]): Promise<void> {
  return sql.run(deleteByKey, { keys })
}
