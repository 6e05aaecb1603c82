import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type {
  FileSource,
  MeasurementFileRow,
} from '../db/measurement-files/measurement-file-reads.ts'
import type { Figure } from '../domain/measurement-files/figure-sheet.ts'
import { valueOf } from '../domain/measurement-files/figure-value.ts'
import type {
  MeasurementFileContent,
  UnreadableFile,
} from '../domain/measurement-files/measurement-file.ts'
import { storedSourceOf } from './import-measurement-file.ts'
import { unknownSource } from '../file-reader/read-file.ts'

/** A figure, and what the job has in its place. */
export interface PreviewedFigure extends Figure {
  readonly currentValue: number | string | null
}

/** The parent of the MeasurementFilePreview resolvers. */
export interface PreviewedFile extends Omit<MeasurementFileContent, 'figures' | 'source'> {
  readonly source: FileSource
  readonly file: MeasurementFileRow
  readonly figures: readonly PreviewedFigure[]
  /** Null for a file that can be read. */
  readonly unreadable: UnreadableFile | null
}

/**
 * What an import of the file would store; null when the caller's organizations have no such file. A job of another
 * organization than the file's has no current values.
 * @throws RateLimitedError after a wait of three seconds for the files that are read before
 */
export async function previewMeasurementFile(
  { loaders, storedFiles }: Context,
  { id, jobId }: { readonly id: string; readonly jobId?: Optional<number> },
): Promise<PreviewedFile | null> {
  const found = await storedFiles.load(id)
  if (found === null) return null
  const { file, read } = found
  if (read.kind === 'unreadable') {
    const { unreadable } = read
    const source = { ...unknownSource, provenances: {}, file }
    return { source, file, figures: [], warnings: [], measurements: {}, unreadable }
  }
  const { content } = read
  const current =
    typeof jobId === 'number' ? await currentOf(loaders, jobId, file.orgId) : undefined
  const figures = content.figures.map((figure) => {
    return { ...figure, currentValue: valueOf(figure.name, current) }
  })
  const source = { ...storedSourceOf(content), file }
  return { ...content, source, file, figures, unreadable: null }
}

async function currentOf(
  { job, measurements, measurementsJson }: Context['loaders'],
  jobId: number,
  orgId: number,
): Promise<unknown> {
  const found = await job.load(jobId)
  if (found?.orgId !== orgId) return undefined
  const [newest] = await measurements.load({ jobId, version: 'newest' })
  return newest === undefined ? undefined : measurementsJson.load(newest.id)
}
