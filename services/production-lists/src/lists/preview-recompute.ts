import { readSnapshot } from '@takeoff/kit/postgres/snapshot'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { findListState } from '../db/lists/list-state-reads.ts'
import type { OrganizationDiff } from './compare-versions.ts'
import { proposeRecompute } from './propose-recompute.ts'
import type { Proposal } from './propose-recompute.ts'

export interface RecomputeRequest {
  readonly id: number
  /** The job's newest version when left out. */
  readonly measurementVersion?: Optional<number>
}

interface Preview extends Proposal {
  readonly diff: OrganizationDiff
  /** What applies it; that of the current service secret. */
  readonly digest: string
}

/**
 * The changes that a recompute would make; writes nothing. Null when there is no such list in the caller's
 * organizations.
 * @throws BadUserInputError for a version that the job's measurements do not have
 */
export async function previewRecompute(
  context: Context,
  { id, measurementVersion }: RecomputeRequest,
): Promise<Preview | null> {
  const { caller, database, warnings } = context
  const preview = await database.transaction(async (sql) => {
    // One snapshot for the list, its templates and its measurements.
    await sql.run(readSnapshot, {})
    const list = await findListState(sql, { id, orgIds: caller.orgIds, lock: false })
    if (list === undefined) return null
    const proposal = await proposeRecompute(sql, context, { list, measurementVersion })
    const [digest] = proposal.digests
    invariant(digest !== undefined, 'a service has a service secret')
    return { ...proposal, digest, diff: { ...proposal.diff, orgId: list.orgId } }
  })
  // After the transaction, because that may run again.
  warnings.push(...(preview?.warnings ?? []))
  return preview
}
