import { sql as raw } from 'kysely'
import type { CopiedVendor } from '@takeoff/contracts/vendor-changes'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement, statement } from '../statements.ts'

/**
 * In the order of ids, so that two processes do not wait for each other. Vendors of an erased organization stay away, unless
 * it was imported again or they changed later.
 */
const upsertCopies = plainStatement(
  nothing,
  ($: Params<{ readonly vendors: string }>) => raw`
    insert into vendor_copy (id, org_id, vendor_name, archived_at, updated_at)
    select distinct on (v.id) v.id, v."orgId", v."vendorName", v."archivedAt", v."updatedAt"
    from jsonb_to_recordset(${$.vendors}::jsonb)
      as v (id int, "orgId" int, "vendorName" text, "archivedAt" timestamptz, "updatedAt" timestamptz)
    where not exists (
      select from erasure e where e.subject = 'organization' and e.subject_id = v."orgId"
        and e.imported_at is null and e.begun_at >= v."updatedAt")
    order by v.id, v."updatedAt" desc
    on conflict (id) do update set vendor_name = excluded.vendor_name, archived_at = excluded.archived_at,
      updated_at = excluded.updated_at
    where vendor_copy.updated_at < excluded.updated_at`,
)

/** Stores vendors as they are after a change. A change that is older than what is stored, or the same, does nothing. */
export async function saveVendorCopies(sql: Sql, vendors: readonly CopiedVendor[]): Promise<void> {
  await sql.run(upsertCopies, { vendors: JSON.stringify(vendors) })
}

const upsertReading = statement((db, $: Params<{ readonly begunAt: Date }>) =>
  db
    .insertInto('vendorReading')
    .values({ id: 1, begunAt: $.begunAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ begunAt: $.begunAt })),
)

/** Everything that was changed before this time is copied. It replaces a later one too, which only makes the next reading longer. */
export function saveVendorReading(sql: Sql, begunAt: Date): Promise<void> {
  return sql.run(upsertReading, { begunAt })
}

const deleteReading = statement((db) => db.deleteFrom('vendorReading'))
const deleteCopies = statement((db) => db.deleteFrom('vendorCopy'))

/** Deletes the copy. Until the next complete reading every vendor is requested from its owner, as before the first one. */
export function deleteVendorCopies(database: Database): Promise<void> {
  return database.transaction(async (sql) => {
    await sql.run(deleteReading, {})
    await sql.run(deleteCopies, {})
  })
}
