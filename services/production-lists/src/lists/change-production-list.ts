import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Optional } from '@takeoff/kit/values/optional'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { findListState } from '../db/lists/list-state-reads.ts'
import { findLists } from '../db/lists/production-list-reads.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import type { RevisionAction } from '../db/lists/revision.ts'
import { updateList, withIds } from '../db/lists/save-list.ts'
import { diffableList } from '../domain/lists/diffable-list.ts'
import { diffLists, isEmptyDiff } from '../domain/lists/list-diff.ts'
import { listViolation } from '../domain/lists/list-violation.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { calculateList } from '../domain/lists/calculate-list.ts'
import { findVendors } from '../find-vendors.ts'
import type { Vendors } from '../find-vendors.ts'
import { recordVersion } from './record-version.ts'

export interface ListChange {
  /** The arguments of the GraphQL field, also for an Idempotency-Key. */
  readonly request: {
    readonly id: number
    /** The version that the caller has read; left out, the current version is changed. */
    readonly version?: Optional<number>
  }
  readonly action: RevisionAction
  /** The argument to name when the resulting list cannot be saved. */
  readonly argument: string
  /** The GraphQL field, for an Idempotency-Key. */
  readonly operation: string
  /** The vendors that `decide` needs, looked up before the transaction: no row stays locked during a request to another service. */
  readonly vendorIds?: readonly Optional<number>[]
}

/** Returns the changed list for the current one; unsaved items have ids below 0. */
export type Decide = (list: ListState, sql: Sql, vendors: Vendors) => ListState | Promise<ListState>

/**
 * The only function that changes a saved list: in one transaction it locks the list, applies `decide`, calculates the
 * figures, and writes list, revision and event. Without a difference it writes no list, revision or event.
 * @throws NotFoundError for a list outside the caller's organizations
 * @throws ConflictError with `currentVersion` when the caller's version is not the current one
 * @throws BadUserInputError when the resulting list cannot be saved
 */
export async function changeProductionList(
  context: Context,
  change: ListChange,
  decide: Decide,
): Promise<ProductionListRow> {
  const { caller, database } = context
  const { operation, request } = change
  const { id } = request
  await createOnce(context, operation, request, async (remember) => {
    const vendors = await findVendors(context, change.vendorIds ?? [])
    await database.transaction((sql) =>
      changeList(sql, { context, change, decide, remember, vendors }),
    )
    return id
  })
  const [row] = await findLists(database, [id], caller.orgIds)
  if (row === undefined) throw unknownList(id)
  return row
}

interface Work {
  readonly context: Context
  readonly change: ListChange
  readonly decide: Decide
  readonly remember: Remember
  readonly vendors: Vendors
}

async function changeList(
  sql: Transaction,
  { context, change, decide, remember, vendors }: Work,
): Promise<void> {
  await remember(sql, String(change.request.id))
  const before = await lockList(sql, context, change.request)
  const decided = calculateList(await decide(before, sql, vendors))
  requireNoViolation(listViolation(decided, change.argument))

  const after = { ...(await withIds(sql, decided)), version: before.version + 1 }
  const diff = diffLists(diffableList(before), diffableList(after))
  if (isEmptyDiff(diff)) return

  const { userId } = context.caller
  const at = await updateList(sql, { before, after, userId, at: context.now() })
  await recordVersion(sql, context, { list: after, action: change.action, diff, at })
}

/** The lock serializes the writers of one list, so that no change is lost. */
async function lockList(
  sql: Sql,
  { caller }: Context,
  { id, version }: ListChange['request'],
): Promise<ListState> {
  const list = await findListState(sql, { id, orgIds: caller.orgIds, lock: true })
  if (list === undefined) throw unknownList(id)
  if (version !== null && version !== undefined && version !== list.version) {
    throw new ConflictError(
      `Production list ${id} is at version ${list.version}, not ${version}. Read it again and repeat the change.`,
      { currentVersion: list.version },
    )
  }
  return list
}

function unknownList(id: number): NotFoundError {
  return new NotFoundError(
    `There is no production list ${id} in your organizations. Give the id of a list.`,
    'id',
  )
}
