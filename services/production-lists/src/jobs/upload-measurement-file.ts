import { hash } from 'node:crypto'
import type { Database } from '@takeoff/kit/postgres/database'
import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import { newUuid } from '@takeoff/kit/values/ids'
import {
  countWaitingFiles,
  saveMeasurementFile,
} from '../db/measurement-files/save-measurement-file.ts'
import type { MeasurementFileRow } from '../db/measurement-files/measurement-file-reads.ts'
import type {
  MeasurementFormat,
  UnreadableFile,
} from '../domain/measurement-files/measurement-file.ts'
import { lineOf } from '../domain/measurement-files/measurement-file.ts'
import type { FileReader } from '../file-reader/file-reader.ts'
import { unknownSource } from '../file-reader/read-file.ts'

/** Files of an organization that wait for their import: a day's work of an office, and at most 1 GB. */
const WAITING_MAX = 200

export interface UploadResources {
  readonly database: Database
  readonly fileReader: Pick<FileReader, 'read'>
  readonly now: () => Date
}

export interface UploadedFile {
  readonly orgId: number
  readonly userId: number
  readonly filename: string | undefined
  readonly bytes: Buffer
}

export interface UploadResult {
  readonly file: MeasurementFileRow
  /** Null for a file that can be read. */
  readonly unreadable: UnreadableFile | null
}

/**
 * Stores a file; one that cannot be read too, so that it can be looked at.
 * @throws BadUserInputError when there is nothing to store
 * @throws ConflictError when too many files of the organization wait for their import
 * @throws RateLimitedError after a wait of three seconds for the files that are read before
 */
export async function uploadMeasurementFile(
  { database, fileReader, now }: UploadResources,
  { orgId, userId, filename, bytes }: UploadedFile,
): Promise<UploadResult> {
  if (bytes.byteLength === 0)
    throw new BadUserInputError('The file is empty. Send its bytes as the body.', 'file')
  // Before the file is read: reading can take seconds of the thread that all organizations share.
  const sha256 = hash('sha256', bytes, 'hex')
  if ((await countWaitingFiles(database, { orgId, sha256 })) >= WAITING_MAX) {
    throw new ConflictError(
      `${WAITING_MAX} measurement files of organization ${orgId} wait for their import. Import them; a file that is not imported is deleted after a day.`,
    )
  }
  const read = await fileReader.read(orgId, () => Promise.resolve(bytes))
  const { vendor, format } = read.kind === 'read' ? read.content.source : unknownSource
  const file = await saveMeasurementFile(database, {
    id: newUuid(),
    orgId,
    userId,
    filename: nameOf(filename) ?? defaultName(format),
    vendor,
    format,
    byteSize: bytes.byteLength,
    sha256,
    bytes,
    createdAt: now(),
  })
  return { file, unreadable: read.kind === 'read' ? null : read.unreadable }
}

function defaultName(format: MeasurementFormat): string {
  return format === 'UNKNOWN' ? 'measurements' : `measurements.${format.toLowerCase()}`
}

/** The last part of a path, on one line. */
function nameOf(given: string | undefined): string | undefined {
  return lineOf(given?.split(/[/\\]/).at(-1)) ?? undefined
}
