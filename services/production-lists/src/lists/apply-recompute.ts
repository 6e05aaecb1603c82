import { isOneOf } from '@takeoff/kit/http/shared-secret'
import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { idsViolation } from '../domain/input-violation.ts'
import { LIST_ITEMS_MAX } from '../domain/limits.ts'
import { diffableList } from '../domain/lists/diffable-list.ts'
import { diffLists } from '../domain/lists/list-diff.ts'
import type { ListDiff } from '../domain/lists/list-diff.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { recomputeList } from '../domain/lists/recompute-list.ts'
import { itemOf } from '../domain/lists/shown-changes.ts'
import { changeProductionList } from './change-production-list.ts'
import type { RecomputeRequest } from './preview-recompute.ts'
import { argumentOfRecompute, proposeRecompute } from './propose-recompute.ts'
import type { Proposal } from './propose-recompute.ts'

export interface PreviewedRecompute extends RecomputeRequest {
  /** The digest of the preview that is to be applied. */
  readonly digest: string
  /** The changes of items to make, of those in the preview. Null or left out: all of them. */
  readonly changeIds?: Optional<readonly number[]>
}

/**
 * Recomputes a list, or the chosen items of it, if that still makes exactly the changes of its preview.
 * @throws ConflictError with `currentVersion` when the changes would now be different
 * @throws NotFoundError for a list outside the caller's organizations
 * @throws BadUserInputError for a version that the job's measurements do not have, and naming a change that the
 *   preview does not have
 */
export function applyRecompute(
  context: Context,
  request: PreviewedRecompute,
): Promise<ProductionListRow> {
  const { id, digest, measurementVersion } = request
  const changeIds = request.changeIds ?? undefined
  requireNoViolation(idsViolation('changeIds', changeIds ?? [], LIST_ITEMS_MAX))
  const change = {
    request,
    action: 'recomputed' as const,
    argument: changeIds ? 'changeIds' : argumentOfRecompute(measurementVersion),
    operation: 'projectManagementProductionListRecompute',
  }
  return changeProductionList(context, change, async (list, sql) => {
    const proposal = await proposeRecompute(sql, context, { list, measurementVersion })
    if (isOneOf(digest, proposal.digests)) {
      context.warnings.push(...proposal.warnings)
      return changeIds ? withChanges(list, proposal, changeIds) : proposal.next
    }
    throw new ConflictError(
      `A recompute of production list ${id} no longer changes what the preview said. Preview it again.`,
      { currentVersion: list.version },
    )
  })
}

/**
 * The list with these changes only. It is of newer measurements when no change is left to make; until then the next
 * recompute shows the others.
 */
function withChanges(list: ListState, proposal: Proposal, changeIds: readonly number[]): ListState {
  const { diff, fresh, next } = proposal
  requireKnown(diff, changeIds)
  if (changeIds.length === diff.items.length) return next
  const { measurementId, measurementVersion } = list
  const chosen = new Set(changeIds)
  const partly = recomputeList(list, { ...fresh, measurementId, measurementVersion }, (id) =>
    chosen.has(id),
  )
  // A change may follow from a chosen one, as where items share their packages.
  const { items } = diffLists(diffableList(partly), diffableList(next))
  return items.length === 0 ? next : partly
}

function requireKnown(diff: ListDiff, changeIds: readonly number[]): void {
  const known = new Set(diff.items.map((change) => itemOf(change).id))
  const index = changeIds.findIndex((id) => !known.has(id))
  if (index === -1) return
  throw new BadUserInputError(
    `The recompute makes no change ${changeIds[index]}. Give the changeId of items of its preview.`,
    `changeIds[${index}]`,
  )
}
