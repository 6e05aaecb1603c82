import { multilineViolation } from '@takeoff/contracts/text-violation'
import { requireOrganization } from '@takeoff/kit/security/access'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { listProducts } from '../db/templates/product-reads.ts'
import type { ProductRow } from '../db/templates/product-reads.ts'
import { SEARCH_LENGTH_MAX } from '../domain/limits.ts'

const cursor = integerIdCursor('products')

export interface ProductsRequest extends PageArguments {
  readonly orgId: number
  readonly search?: Optional<string>
}

/**
 * A page of an organization's products.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page or search
 */
export async function readProducts(
  { caller, database }: Context,
  { orgId, search, ...pageArguments }: ProductsRequest,
): Promise<Connection<ProductRow>> {
  requireOrganization(caller, orgId)
  const page = parsePage(pageArguments, cursor)
  requireNoViolation(multilineViolation('search', search, SEARCH_LENGTH_MAX))
  return connectionOf(await listProducts(database, orgId, { search, page }), page.first, cursor)
}
