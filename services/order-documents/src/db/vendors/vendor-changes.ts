import { sql as raw } from 'kysely'
import type { CopiedVendor } from '@takeoff/contracts/vendor-changes'
import type { ChangePlace } from '@takeoff/kit/graphql/cursor'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

/** The work for which the vendors of all organizations are read. */
export const VENDOR_COPYING = 'vendor-copying'

type Page = Params<ChangePlace & { readonly limit: number }>

const selectChanges = statement((db, $: Page) =>
  db
    .selectFrom('vendor')
    .where(raw<boolean>`(updated_at, id) > (${$.updatedAt}::timestamptz, ${$.id}::int)`)
    .orderBy('updatedAt')
    .orderBy('id')
    .limit($.limit)
    .select(['id', 'orgId', 'vendorName', 'archivedAt', 'updatedAt']),
)

/** The vendors of all organizations that were changed after a place, in the order of their changes. */
export function findVendorChanges(
  sql: Sql,
  after: ChangePlace,
  limit: number,
): Promise<VendorState[]> {
  return sql.rows(selectChanges, { ...after, limit })
}

/** What others copy of a vendor. */
type VendorState = Pick<CopiedVendor, 'id' | 'orgId' | 'vendorName'> & {
  readonly archivedAt?: Date | null | undefined
  readonly updatedAt: Date
}

/** A vendor as messages have it. */
export function toCopiedVendor(vendor: VendorState): CopiedVendor {
  const { id, orgId, vendorName, archivedAt, updatedAt } = vendor
  return {
    id,
    orgId,
    vendorName,
    archivedAt: archivedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}
