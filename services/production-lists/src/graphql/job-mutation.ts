import { importJobs } from '../jobs/import-jobs.ts'
import { importMeasurements } from '../jobs/import-measurements.ts'
import { importMeasurementFile } from '../jobs/import-measurement-file.ts'
import { upsertJob } from '../jobs/upsert-job.ts'
import type { MutationResolvers } from './generated.ts'

export const jobMutation: Pick<
  MutationResolvers,
  'jobUpsert' | 'jobMeasurementsImport' | 'jobMeasurementFileImport' | 'jobsImport'
> = {
  jobUpsert: async (_parent, args, context) => ({ job: await upsertJob(context, args) }),

  jobMeasurementsImport: (_parent, args, context) => importMeasurements(context, args),

  jobMeasurementFileImport: (_parent, args, context) => importMeasurementFile(context, args),

  jobsImport: (_parent, args, context) => importJobs(context, args),
}
