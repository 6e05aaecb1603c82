import { multilineViolation } from '@takeoff/contracts/text-violation'
import { requireOrganization } from '@takeoff/kit/security/access'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import { searchPrefixes } from '@takeoff/kit/postgres/word-search'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type { ListFilter } from '../db/lists/production-list-pages.ts'
import { findListPage } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { withItems, withItemsOfUnchanged } from '../db/lists/whole-lists.ts'
import { SEARCH_LENGTH_MAX } from '../domain/limits.ts'
import { listCursor } from './list-cursor.ts'

export interface ListsRequest extends PageArguments {
  readonly orgId: number
  readonly jobId?: Optional<number>
  readonly updatedSince?: Optional<Date>
  readonly search?: Optional<string>
}

/**
 * One page of an organization's lists: all with the newest first, or the lists changed since a time in the order of
 * their changes.
 * @param fields those of their items, read with the lists; undefined for none
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError naming the invalid argument
 */
export async function findProductionLists(
  { caller, database }: Pick<Context, 'caller' | 'database'>,
  request: ListsRequest,
  fields: FieldNames | undefined,
): Promise<Connection<ProductionListRow>> {
  requireOrganization(caller, request.orgId)
  const filter = filterOf(request)
  const cursor = listCursor(filter)
  const { first, after } = parsePage(request, cursor)
  const rows = await findListPage(database, { filter, after, limit: first + 1 })
  // Cursors are from the rows as they were found, so a list that has changed since is returned again.
  const page = connectionOf(rows, first, cursor)
  if (fields === undefined) return page
  const selection = { orgIds: [request.orgId], fields }
  if (filter.updatedSinceMs === undefined)
    return { ...page, nodes: await withItems(database, page.nodes, selection) }
  const nodes = await withItemsOfUnchanged(database, page.nodes, selection)
  // What was left out is behind this page.
  const hasNextPage = page.pageInfo.hasNextPage || nodes.length < page.nodes.length
  return { nodes, pageInfo: { ...page.pageInfo, hasNextPage } }
}

function filterOf({ orgId, jobId, updatedSince, search }: ListsRequest): ListFilter {
  requireNoViolation(multilineViolation('search', search, SEARCH_LENGTH_MAX))
  return {
    orgId,
    jobId: jobId ?? undefined,
    updatedSinceMs: updatedSince?.getTime(),
    prefixes: searchPrefixes(search),
  }
}
