import { BadUserInputError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { findMeasurementFileBytes } from '../db/measurement-files/measurement-file-reads.ts'
import type { StoredSource } from '../db/jobs/job.ts'
import type { MeasurementFileContent } from '../domain/measurement-files/measurement-file.ts'
import { saveVersion, unknownFile } from './save-version.ts'
import type { ImportedMeasurements } from './save-version.ts'

/**
 * Saves the measurements of an uploaded file as the newest version of a job's, which remembers the file.
 * @throws NotFoundError for a job or a file outside the caller's organizations
 * @throws BadUserInputError with `reason` for a file that cannot be read
 */
export async function importMeasurementFile(
  context: Context,
  { jobId, fileId }: { readonly jobId: number; readonly fileId: string },
): Promise<ImportedMeasurements> {
  const { caller, database, fileReader, warnings } = context
  const found = isUuid(fileId)
    ? await findMeasurementFileBytes(database, fileId, caller.orgIds)
    : undefined
  if (found === undefined) throw unknownFile(fileId)
  const read = await fileReader.read(found.orgId, found.bytes)
  if (read.kind === 'unreadable') {
    const { code, message } = read.unreadable
    throw new BadUserInputError(message, 'fileId', { reason: code })
  }
  const { content } = read
  const imported = await saveVersion(context, {
    operation: 'jobMeasurementFileImport',
    arguments: { jobId, fileId: found.id },
    jobId,
    measurements: content.measurements,
    file: { id: found.id, source: storedSourceOf(content) },
  })
  warnings.push(...content.warnings)
  return imported
}

/** What a version of measurements remembers of a file. */
export function storedSourceOf({ source, figures }: MeasurementFileContent): StoredSource {
  const provenances = Object.fromEntries(figures.map(({ name, provenance }) => [name, provenance]))
  return { ...source, provenances }
}
