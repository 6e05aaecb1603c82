import { createHmac } from 'node:crypto'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Optional } from '@takeoff/kit/values/optional'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { diffableList } from '../domain/lists/diffable-list.ts'
import { diffLists } from '../domain/lists/list-diff.ts'
import type { ListDiff } from '../domain/lists/list-diff.ts'
import { listViolation } from '../domain/lists/list-violation.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { manualVendors } from '../domain/lists/manual-vendors.ts'
import { recomputeList } from '../domain/lists/recompute-list.ts'
import type { FreshDrafts } from '../domain/lists/recompute-list.ts'
import { today } from '../domain/prices/day.ts'
import { requireMeasuredJob } from '../require-measured-job.ts'
import { draftFor } from './draft-for.ts'

export interface Proposal {
  /** With calculated figures; its new items have no ids yet. */
  readonly next: ListState
  readonly diff: ListDiff
  /** What it was computed from. */
  readonly fresh: FreshDrafts
  readonly measurementVersion: number
  /** The digests that identify it, the current service secret's first. */
  readonly digests: readonly string[]
  /** Sentences for `extensions.warnings`. */
  readonly warnings: readonly string[]
}

export interface ProposedRecompute {
  readonly list: ListState
  /** The job's newest version when left out. */
  readonly measurementVersion: Optional<number>
}

/**
 * The result of recomputing a list from the newest measurements of its job, or those of a version, and its
 * current templates.
 * @throws BadUserInputError for a version that the job's measurements do not have, or when the resulting
 *   list cannot be saved
 */
export async function proposeRecompute(
  sql: Sql,
  { now, serviceSecrets }: Context,
  { list, measurementVersion: version }: ProposedRecompute,
): Promise<Proposal> {
  const { jobId, orgId, templateIds } = list
  const job = await requireMeasuredJob(sql, { jobId, orgIds: [orgId], version })
  const { templates, items, warnings } = await draftFor(sql, {
    orgId,
    templateIds,
    measurements: job.measurements,
    day: today(now()),
    vendors: manualVendors(list.items),
  })
  const ofTemplate = new Map(
    templates.flatMap(({ id, lines }) => lines.map((line) => [line.id, id])),
  )
  const { measurementId, measurementVersion } = job
  const drafts = Map.groupBy(items, ({ templateLineId }) => ofTemplate.get(templateLineId ?? 0))
  const fresh = { measurementId, measurementVersion, drafts: [...drafts.values()] }
  const next = recomputeList(list, fresh)
  requireNoViolation(listViolation(next, argumentOfRecompute(version)))

  const diff = diffLists(diffableList(list), diffableList(next))
  const digests = recomputeDigests(list, diff, serviceSecrets)
  return { next, diff, fresh, measurementVersion, digests, warnings }
}

/** The argument that decides what is computed, of those that were given. */
export function argumentOfRecompute(version: Optional<number>): string {
  return typeof version === 'number' ? 'measurementVersion' : 'id'
}

/**
 * Identifies a list at its version, and all changes of its recompute. It has a key because the changes contain costs:
 * without one, a caller who may not see them could try costs until the digest is the same.
 * @param secrets the service secrets
 * @returns a digest for each secret, the current one's first
 */
function recomputeDigests(
  { id, version }: ListState,
  diff: ListDiff,
  secrets: readonly string[],
): readonly string[] {
  const content = JSON.stringify(['recompute', id, version, diff])
  return secrets.map((secret) => createHmac('sha256', secret).update(content).digest('base64url'))
}
