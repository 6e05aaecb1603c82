import { multilineViolation } from '@takeoff/contracts/text-violation'
import { requireOrganization } from '@takeoff/kit/security/access'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { knownWord } from '@takeoff/kit/values/known-word'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { findTrades, listTemplates } from '../db/templates/template-reads.ts'
import type { TemplateFilter, TemplateRow } from '../db/templates/template-reads.ts'
import { SEARCH_LENGTH_MAX } from '../domain/limits.ts'
import { TRADES } from '../domain/templates/template.ts'

const cursor = integerIdCursor('templates')

export interface TemplatesRequest extends PageArguments, TemplateFilter {
  readonly orgId: number
}

/**
 * A page of an organization's templates.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page or search, or a trade of no template
 */
export async function readTemplates(
  { caller, database }: Context,
  { orgId, tradeType, search, includeArchived, ...pageArguments }: TemplatesRequest,
): Promise<Connection<TemplateRow>> {
  requireOrganization(caller, orgId)
  const page = parsePage(pageArguments, cursor)
  requireNoViolation(
    multilineViolation('tradeType', tradeType, SEARCH_LENGTH_MAX) ??
      multilineViolation('search', search, SEARCH_LENGTH_MAX),
  )
  const filter = { tradeType, search, includeArchived, page }
  const rows = await listTemplates(database, orgId, filter)
  if (rows.length === 0 && typeof tradeType === 'string')
    await requireKnownTrade(database, orgId, tradeType)
  return connectionOf(rows, page.first, cursor)
}

/** Trades are an open set: an organization may have its own. Only a trade of no template is a mistake. */
async function requireKnownTrade(sql: Sql, orgId: number, tradeType: string): Promise<void> {
  const own = await findTrades(sql, { orgId, tradeType })
  knownWord('tradeType', tradeType, [...new Set([...TRADES, ...own])])
}
