import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import type { StoredSource } from '../db/jobs/job.ts'
import type { MeasurementFileContent } from '../domain/measurement-files/measurement-file.ts'
import { unknownFile } from '../file-reader/stored-files.ts'
import { saveVersion } from './save-version.ts'
import type { ImportedMeasurements } from './save-version.ts'

/**
 * Saves the measurements of an uploaded file as the newest version of a job's, which remembers the file.
 * @throws NotFoundError for a job or a file outside the caller's organizations
 * @throws BadUserInputError with `reason` for a file that cannot be read
 * @throws RateLimitedError after a wait of three seconds for the files that are read before
 */
export async function importMeasurementFile(
  context: Context,
  { jobId, fileId }: { readonly jobId: number; readonly fileId: string },
): Promise<ImportedMeasurements> {
  const { storedFiles, warnings } = context
  const found = await storedFiles.load(fileId)
  if (found === null) throw unknownFile(fileId)
  const { file, read } = found
  if (read.kind === 'unreadable') {
    const { code, message } = read.unreadable
    throw new BadUserInputError(message, 'fileId', { reason: code })
  }
  const { content } = read
  const imported = await saveVersion(context, {
    operation: 'jobMeasurementFileImport',
    arguments: { jobId, fileId: file.id },
    jobId,
    measurements: content.measurements,
    file: { id: file.id, source: storedSourceOf(content) },
  })
  warnings.push(...content.warnings)
  return imported
}

/** What a version of measurements remembers of a file. */
export function storedSourceOf({ source, figures }: MeasurementFileContent): StoredSource {
  const provenances = Object.fromEntries(figures.map(({ name, provenance }) => [name, provenance]))
  return { ...source, provenances }
}
