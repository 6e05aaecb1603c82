import { requireOrganization } from '@takeoff/kit/security/access'
import { isLongerThan } from '@takeoff/contracts/character-count'
import { multilineReason } from '@takeoff/contracts/text-violation'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Context } from '../context.ts'
import { listVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorFilter, VendorRecord } from '../db/vendors/vendor-reads.ts'

const cursor = integerIdCursor('vendors')

const SEARCH_LENGTH_MAX = 200

export interface VendorsRequest extends PageArguments, VendorFilter {
  readonly orgId: number
}

/**
 * A page of an organization's vendors.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page or search
 */
export async function readVendors(
  { caller, database }: Context,
  { orgId, search, includeArchived, ...pageArguments }: VendorsRequest,
): Promise<Connection<VendorRecord>> {
  requireOrganization(caller, orgId)
  const page = parsePage(pageArguments, cursor)
  if (typeof search === 'string') requireSearch(search)
  const rows = await listVendors(database, orgId, { search, includeArchived, page })
  return connectionOf(rows, page.first, cursor)
}

function requireSearch(search: string): void {
  if (isLongerThan(search, SEARCH_LENGTH_MAX)) {
    throw new BadUserInputError(
      `search must have at most ${SEARCH_LENGTH_MAX} characters.`,
      'search',
    )
  }
  const reason = multilineReason(search)
  if (reason !== undefined) throw new BadUserInputError(`search ${reason}.`, 'search')
}
