import { expressionBuilder } from 'kysely'
import type { Expression } from 'kysely'
import type { Tables } from '../statements.ts'

/** The newest measurements of a job, to be joined laterally. */
export function newestMeasurements(jobId: Expression<number>) {
  return expressionBuilder<Tables>()
    .selectFrom('jobMeasurement')
    .where('jobId', '=', jobId)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'measurements', 'measurementFileId'])
    .as('newest')
}
