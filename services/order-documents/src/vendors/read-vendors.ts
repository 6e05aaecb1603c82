import { requireOrganization } from '@takeoff/kit/security/access'
import { changePlace, createCursor, idPlaceCursor } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Context } from '../context.ts'
import { listVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorFilter, VendorRecord } from '../db/vendors/vendor-reads.ts'
import { requireSearch } from '../require-search.ts'

const byId = idPlaceCursor('vendors')
const byChange = createCursor(['vendors by change'], changePlace)

export interface VendorsRequest extends PageArguments, VendorFilter {
  readonly orgId: number
}

/**
 * A page of an organization's vendors: by id, or those changed since a time in the order of their changes.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page or search
 */
export async function readVendors(
  { caller, database }: Context,
  { orgId, search, includeArchived, updatedSince, ...pageArguments }: VendorsRequest,
): Promise<Connection<VendorRecord>> {
  requireOrganization(caller, orgId)
  const cursor = updatedSince === null || updatedSince === undefined ? byId : byChange
  const page = parsePage(pageArguments, cursor)
  requireSearch(search)
  const filter = { search, includeArchived, updatedSince }
  const rows = await listVendors(database, orgId, { ...filter, page })
  return connectionOf(rows, page.first, cursor)
}
