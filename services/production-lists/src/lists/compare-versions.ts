import type { Sql } from '@takeoff/kit/postgres/sql'
import { readSnapshot } from '@takeoff/kit/postgres/snapshot'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { findListState } from '../db/lists/list-state-reads.ts'
import { findFirstVersion, findRevisions } from '../db/lists/revision-reads.ts'
import { diffableList } from '../domain/lists/diffable-list.ts'
import { diffLists, revertDiff } from '../domain/lists/list-diff.ts'
import type { DiffableList, ItemDiff, ListDiff } from '../domain/lists/list-diff.ts'

/** Maximum number of revisions that one statement reads. */
const BATCH_SIZE = 200

/** A diff of a list of the organization: whether its costs are shown depends on the organization. */
export type OrganizationDiff = ListDiff & { readonly orgId: number }

/** An item of such a diff. */
export type OrganizationItemDiff = ItemDiff & { readonly orgId: number }

export interface VersionPair {
  readonly id: number
  readonly fromVersion: number
  /** The current version when left out. */
  readonly toVersion?: Optional<number>
}

/**
 * The diff from one version of a list to another, earlier or later; null when there is no such list in
 * the caller's organizations.
 * @throws BadUserInputError for a version that does not exist or is older than the stored history
 */
export async function compareVersions(
  { caller, database }: Context,
  { id, fromVersion, toVersion }: VersionPair,
): Promise<OrganizationDiff | null> {
  const { orgIds } = caller
  return database.transaction(async (sql) => {
    // One snapshot for the list and its revisions, regardless of concurrent writes.
    await sql.run(readSnapshot, {})
    const list = await findListState(sql, { id, orgIds, lock: false })
    const first = await findFirstVersion(sql, id, orgIds)
    if (list === undefined || first === undefined) return null

    const to = toVersion ?? list.version
    const stored = { id, first, last: list.version }
    requireVersion(stored, 'fromVersion', fromVersion)
    requireVersion(stored, 'toVersion', to)
    const history = { sql, listId: id, orgIds }
    const current = { version: list.version, state: diffableList(list) }
    const later = await revertTo(Math.max(fromVersion, to), current, history)
    const earlier = await revertTo(Math.min(fromVersion, to), later, history)
    const diff =
      fromVersion < to
        ? diffLists(earlier.state, later.state)
        : diffLists(later.state, earlier.state)
    return { ...diff, orgId: list.orgId }
  })
}

function requireVersion(
  stored: { readonly id: number; readonly first: number; readonly last: number },
  argument: string,
  version: number,
): void {
  const { id, first, last } = stored
  if (version >= first && version <= last) return
  throw new BadUserInputError(
    `Production list ${id} has the versions ${first} to ${last}, not ${version}.`,
    argument,
  )
}

interface Version {
  readonly version: number
  readonly state: DiffableList
}

interface History {
  readonly sql: Sql
  readonly listId: number
  readonly orgIds: readonly number[]
}

/** Returns an earlier version than `start`, or `start`, by reverting each revision after it. */
async function revertTo(version: number, start: Version, history: History): Promise<Version> {
  let current = start
  while (current.version > version) {
    const revisions = await findRevisions(history.sql, {
      ...history,
      below: current.version + 1,
      from: version + 1,
      limit: BATCH_SIZE,
    })
    const oldest = revisions.at(-1)
    invariant(oldest !== undefined, `no revision ${current.version} of list ${history.listId}`)
    const state = revisions.reduce((state, { diff }) => revertDiff(state, diff), current.state)
    current = { version: oldest.version - 1, state }
  }
  return current
}
