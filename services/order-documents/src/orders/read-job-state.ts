import { invariant } from '@takeoff/kit/values/invariant'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { jobState } from '../domain/orders/job-state.ts'
import type { JobProgress } from '../domain/orders/job-state.ts'

/** A job of another service: its id, and the fields that the gateway adds where they are required. */
export interface JobReference extends Partial<JobProgress> {
  readonly id: number
  readonly orgId?: number
}

/** How far a job is. Of an id that is no integer nothing is ordered. */
export async function readJobState(
  { loaders }: Context,
  { id, measurementVersion, productionListCount }: JobReference,
): Promise<string> {
  invariant(
    measurementVersion !== undefined && productionListCount !== undefined,
    'a job arrived without its required fields',
  )
  const jobId = parseIntegerId(id)
  const orders = jobId === undefined ? null : await loaders.placedOrdersOfJob.load(jobId)
  return jobState({ measurementVersion, productionListCount }, orders ?? undefined)
}
