import type { Sql } from '@takeoff/kit/postgres/sql'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import { findMeasuredJob } from '../db/jobs/measured-job-reads.ts'
import type { MeasuredJob } from '../db/jobs/measured-job-reads.ts'
import { diffableList } from '../domain/lists/diffable-list.ts'
import { diffLists } from '../domain/lists/list-diff.ts'
import type { ListDiff } from '../domain/lists/list-diff.ts'
import { listViolation } from '../domain/lists/list-violation.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { manualVendors } from '../domain/lists/manual-vendors.ts'
import { recomputeList } from '../domain/lists/recompute-list.ts'
import type { FreshDrafts } from '../domain/lists/recompute-list.ts'
import { draftFor } from './draft-for.ts'
import { recomputeDigests } from './recompute-digest.ts'

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
  /** The job's newest version when left out. */
  readonly measurementVersion: number | null | undefined
  /** `YYYY-MM-DD`: the prices in force on this day are used. */
  readonly day: string
  readonly serviceSecrets: readonly string[]
}

/**
 * The result of recomputing a list from the newest measurements of its job, or those of a version, and its
 * current templates.
 * @throws BadUserInputError for a version that the job's measurements do not have, or when the resulting
 *   list cannot be saved
 */
export async function proposeRecompute(
  sql: Sql,
  list: ListState,
  { measurementVersion: version, day, serviceSecrets }: ProposedRecompute,
): Promise<Proposal> {
  const job = await requireMeasurements(sql, list, version)
  const { orgId, templateIds } = list
  const { templates, items, warnings } = await draftFor(sql, {
    orgId,
    templateIds,
    measurements: job.measurements,
    day,
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
export function argumentOfRecompute(version: number | null | undefined): string {
  return typeof version === 'number' ? 'measurementVersion' : 'id'
}

async function requireMeasurements(
  sql: Sql,
  { jobId, orgId }: ListState,
  version: number | null | undefined,
): Promise<MeasuredJob> {
  const job = await findMeasuredJob(sql, jobId, [orgId], version ?? undefined)
  if (job !== null && job !== undefined) return job
  throw new BadUserInputError(
    `The measurements of job ${jobId} have no version ${version}.`,
    'measurementVersion',
  )
}
