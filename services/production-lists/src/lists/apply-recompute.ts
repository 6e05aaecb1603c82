import { ConflictError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { today } from '../domain/prices/day.ts'
import { changeProductionList } from './change-production-list.ts'
import type { RecomputeRequest } from './preview-recompute.ts'
import { argumentOfRecompute, proposeRecompute } from './propose-recompute.ts'

export interface PreviewedRecompute extends RecomputeRequest {
  /** The digest of the preview that is to be applied. */
  readonly digest: string
}

/**
 * Recomputes a list if that still makes exactly the changes of its preview.
 * @throws ConflictError with `currentVersion` when the changes would now be different
 * @throws NotFoundError for a list outside the caller's organizations
 * @throws BadUserInputError for a version that the job's measurements do not have
 */
export function applyRecompute(
  context: Context,
  request: PreviewedRecompute,
): Promise<ProductionListRow> {
  const { id, digest, measurementVersion } = request
  const change = {
    id,
    action: 'recomputed' as const,
    argument: argumentOfRecompute(measurementVersion),
    operation: 'projectManagementProductionListRecompute',
    arguments: request,
  }
  return changeProductionList(context, change, async (list, sql) => {
    const proposal = await proposeRecompute(sql, list, {
      measurementVersion,
      day: today(context.now()),
    })
    if (proposal.digest === digest) {
      context.warnings.push(...proposal.warnings)
      return proposal.next
    }
    throw new ConflictError(
      `A recompute of production list ${id} no longer changes what the preview said. Preview it again.`,
      { currentVersion: list.version },
    )
  })
}
