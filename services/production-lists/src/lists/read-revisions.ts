import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Context } from '../context.ts'
import { findFirstVersion, findRevisions } from '../db/lists/revision-reads.ts'
import type { RevisionRow } from '../db/lists/revision-reads.ts'

/**
 * The history of a list, newest first; empty when there is no such list in the caller's organizations. A
 * page ends early when its diffs are large.
 * @throws BadUserInputError for a size out of bounds or a cursor that this API did not return
 */
export async function readRevisions(
  { caller, database }: Context,
  { id, ...page }: PageArguments & { readonly id: number },
): Promise<Connection<RevisionRow>> {
  // A revision is identified by its version.
  const cursor = integerIdCursor('revisions', id)
  const { first, after: below } = parsePage(page, cursor)
  const { orgIds } = caller
  const nodes = await findRevisions(database, { listId: id, orgIds, below, limit: first })
  const oldest = nodes.at(-1)?.version
  const firstVersion = await findFirstVersion(database, id, orgIds)
  return {
    nodes,
    pageInfo: {
      hasNextPage: oldest !== undefined && firstVersion !== undefined && oldest > firstVersion,
      endCursor: oldest === undefined ? null : cursor.format({ id: oldest }),
    },
  }
}
