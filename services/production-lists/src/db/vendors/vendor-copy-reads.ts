import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { float8, timestamptz } from '@takeoff/kit/postgres/sql-types'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import { plainStatement, statement } from '../statements.ts'
import type { OwnIds } from '../statements.ts'

/** The parts of a vendor that this service uses. */
export interface Vendor {
  readonly id: number
  readonly orgId: number
  readonly vendorName: string
  readonly isArchived: boolean
}

const selectCopies = prepared(
  statement((db, $: Params<OwnIds>) =>
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

/** The last complete reading of the changes of vendors. */
interface LastReading {
  readonly begunAt: Date
  readonly ageSeconds: number
}

const selectReading = plainStatement(
  { begunAt: timestamptz, ageSeconds: float8 },
  () => raw`
    select begun_at as "begunAt", extract(epoch from now() - begun_at)::float8 as "ageSeconds"
    from vendor_reading where begun_at <= now()`,
)

/**
 * The last complete reading of the changes of vendors; undefined before the first, and when it began in the future: a
 * clock was wrong then, so it is unknown which changes were read.
 */
export function findVendorReading(sql: Sql): Promise<LastReading | undefined> {
  return sql.row(selectReading, {})
}

const selectTime = plainStatement({ time: timestamptz }, () => raw`select now() as time`)

/** The time by the clock of the database, which all processes share. */
export async function findTime(sql: Sql): Promise<Date> {
  const row = await sql.row(selectTime, {})
  invariant(row !== undefined, 'the database did not return its time')
  return row.time
}
