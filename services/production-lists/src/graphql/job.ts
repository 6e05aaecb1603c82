import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import type { JobHead, JobRow } from '../db/jobs/job-reads.ts'
import type { JobMeasurementResolvers, JobResolvers } from './generated.ts'
import { loadInteger } from './production-list.ts'

export const Job: JobResolvers = {
  __resolveReference: ({ id }, { loaders }) => loadInteger(loaders.job, id),
  orgId: async (job, _args, context) => (await wholeJob(job, context)).orgId,
  externalIdentifier: async (job, _args, context) =>
    (await wholeJob(job, context)).externalIdentifier,
  createdAt: async (job, _args, context) => (await wholeJob(job, context)).createdAt,
  updatedAt: async (job, _args, context) => (await wholeJob(job, context)).updatedAt,
  async measurement({ id: jobId }, { version }, { loaders }) {
    const [row] = await loaders.measurements.load({ jobId, version: version ?? 'newest' })
    return row ?? null
  },
  async measurementVersion({ id }, _args, { loaders }) {
    return (await loaders.jobProgress.load(id))?.measurementVersion ?? null
  },
  async productionListCount({ id }, _args, { loaders }) {
    return (await loaders.jobProgress.load(id))?.productionListCount ?? 0
  },
  measurements: ({ id: jobId }, _args, { loaders }) =>
    loaders.measurements.load({ jobId, version: 'all' }),
}

export const JobMeasurement: JobMeasurementResolvers = {
  measurements: ({ id }, _args, { loaders }) => loaders.measurementsJson.load(id),
}

/** The row of a list contains only the id and name of its job. */
async function wholeJob(job: JobHead | JobRow, { loaders }: Context): Promise<JobRow> {
  if ('orgId' in job) return job
  const row = await loaders.job.load(job.id)
  invariant(row !== null, `job ${job.id} of a list is gone`)
  return row
}
