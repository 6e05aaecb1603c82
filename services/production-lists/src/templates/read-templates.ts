import { requireOrganization } from '@takeoff/kit/security/access'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Context } from '../context.ts'
import { listTemplates } from '../db/templates/template-reads.ts'
import type { TemplateFilter, TemplateRow } from '../db/templates/template-reads.ts'
import { multilineViolation } from '../domain/input-violation.ts'
import { SEARCH_LENGTH_MAX } from '../domain/limits.ts'
import { requireNoViolation } from '../require-no-violation.ts'

const cursor = integerIdCursor('templates')

/** One template; null when there is none in the caller's organizations. */
export async function readTemplate({ loaders }: Context, id: number): Promise<TemplateRow | null> {
  return loaders.template.load(id)
}

export interface TemplatesRequest extends PageArguments, TemplateFilter {
  readonly orgId: number
}

/**
 * A page of an organization's templates.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError for an invalid page or search
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
  return connectionOf(await listTemplates(database, orgId, filter), page.first, cursor)
}
