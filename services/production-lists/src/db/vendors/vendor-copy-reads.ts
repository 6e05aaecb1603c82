import type { Sql } from '@takeoff/kit/postgres/database'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

/** The parts of a vendor that this service uses. */
export interface Vendor {
  readonly id: number
  readonly orgId: number
  readonly vendorName: string
  readonly isArchived: boolean
}

type Wanted = Params<{ readonly ids: readonly number[]; readonly orgIds: readonly number[] }>

const selectCopies = prepared(
  statement((db, $: Wanted) =>
    db
      .selectFrom('vendorCopy')
      .where((eb) => eb('id', '=', eb.fn.any($.ids)))
      .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
      .select(['id', 'orgId', 'vendorName', 'archivedAt']),
  ),
)

/** The vendors with these ids that are known here and are of these organizations. */
export async function findVendorCopies(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly number[],
): Promise<Vendor[]> {
  const rows = await sql.rows(selectCopies, { ids, orgIds })
  return rows.map(({ archivedAt, ...vendor }) => ({ ...vendor, isArchived: archivedAt !== null }))
}

const selectReading = statement((db) => db.selectFrom('vendorReading').select('begunAt'))

/** When the last complete reading of the changes of vendors began; undefined before the first. */
export async function findVendorReading(sql: Sql): Promise<Date | undefined> {
  return (await sql.row(selectReading, {}))?.begunAt
}
