import { lineViolation, multilineViolation } from '@takeoff/contracts/text-violation'
import { requireOrganization } from '@takeoff/kit/security/access'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { findPriceBook, findPricesOfBook } from '../db/prices/price-book-reads.ts'
import type { PriceBookRow } from '../db/prices/price-book-reads.ts'
import type { PriceRow } from '../db/prices/price-reads.ts'
import { NAME_LENGTH_MAX, SEARCH_LENGTH_MAX } from '../domain/limits.ts'
import { dayOf } from '../domain/prices/day.ts'

/**
 * The price book of a vendor; null when there is none for any reason.
 * @throws ForbiddenError when the organization is not one of the caller's
 */
export async function readPriceBook(
  { caller, database }: Context,
  { orgId, vendorId }: { readonly orgId: number; readonly vendorId: number },
): Promise<PriceBookRow | null> {
  requireOrganization(caller, orgId)
  return (await findPriceBook(database, orgId, vendorId)) ?? null
}

export interface PricesRequest extends PageArguments {
  readonly search?: Optional<string>
  readonly sku?: Optional<string>
  readonly at?: Optional<Date>
}

/**
 * The prices of a book in force on a day.
 * @throws BadUserInputError naming the invalid argument
 */
export async function readPrices(
  { database, now }: Context,
  book: PriceBookRow,
  request: PricesRequest,
): Promise<Connection<PriceRow>> {
  const search = request.search?.trim() ?? ''
  const sku = request.sku ?? undefined
  requireNoViolation(
    multilineViolation('search', search, SEARCH_LENGTH_MAX) ??
      lineViolation('sku', sku, NAME_LENGTH_MAX),
  )
  const day = dayOf(request.at ?? now())
  if (day === undefined) throw new BadUserInputError('at must be from 1900 to 2199.', 'at')

  const cursor = integerIdCursor('prices', book.orgId, book.vendorId)
  const page = parsePage(request, cursor)
  const rows = await findPricesOfBook(database, book, { ...page, day, search, sku })
  return connectionOf(rows, page.first, cursor)
}
