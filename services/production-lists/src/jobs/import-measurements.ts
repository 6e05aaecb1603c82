import { BadUserInputError } from '@takeoff/kit/values/errors'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { measurementsViolation } from '@takeoff/contracts/jobs/measurements-violation'
import type { Context } from '../context.ts'
import { saveVersion } from './save-version.ts'
import type { ImportedMeasurements } from './save-version.ts'

/**
 * Saves a measuring tool's export as the newest version of a job's measurements, unless it equals that version.
 * @throws NotFoundError for a job outside the caller's organizations
 * @throws BadUserInputError naming the invalid value
 */
export async function importMeasurements(
  context: Context,
  { jobId, measurements }: { readonly jobId: number; readonly measurements: unknown },
): Promise<ImportedMeasurements> {
  const violation = measurementsViolation(measurements)
  if (violation !== undefined) {
    const argument = violation.path === '' ? 'measurements' : `measurements.${violation.path}`
    throw new BadUserInputError(`${argument} ${violation.reason}.`, argument)
  }
  const imported = await saveVersion(context, {
    operation: 'jobMeasurementsImport',
    arguments: { jobId, measurements },
    jobId,
    measurements,
  })
  const unknown = new UnknownMeasurements()
  unknown.add(measurements, '')
  context.warnings.push(...unknown.sentences())
  return imported
}
