import { createHash } from 'node:crypto'
import type { Database } from '@takeoff/kit/postgres/database'
import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import { newUuid } from '@takeoff/kit/values/ids'
import {
  countWaitingFiles,
  saveMeasurementFile,
} from '../db/measurement-files/save-measurement-file.ts'
import type { MeasurementFileRow } from '../db/measurement-files/measurement-file-reads.ts'
import { readMeasurementFile } from '../domain/measurement-files/read-measurement-file.ts'
import {
  lineOf,
  UnreadableMeasurementsError,
} from '../domain/measurement-files/measurement-file.ts'
import type { MeasurementFileContent } from '../domain/measurement-files/measurement-file.ts'

/** Files of an organization that wait for their import: a day's work of an office, and at most 1 GB. */
const WAITING_MAX = 200

export interface UploadedFile {
  readonly orgId: number
  readonly userId: number
  readonly filename: string | undefined
  readonly bytes: Buffer
}

/**
 * Stores a file that can be read.
 * @throws BadUserInputError with what was recognised in a file that cannot be read, and what to give instead
 * @throws ConflictError when too many files of the organization wait for their import
 */
export async function uploadMeasurementFile(
  { database, now }: { readonly database: Database; readonly now: () => Date },
  { orgId, userId, filename, bytes }: UploadedFile,
): Promise<MeasurementFileRow> {
  const { source } = readFile(bytes, 'file')
  const { vendor, format } = source
  if ((await countWaitingFiles(database, orgId)) >= WAITING_MAX) {
    throw new ConflictError(
      `${WAITING_MAX} measurement files of organization ${orgId} wait for their import. Import them; a file that is not imported is deleted after a day.`,
    )
  }
  return saveMeasurementFile(database, {
    id: newUuid(),
    orgId,
    userId,
    filename: nameOf(filename) ?? `measurements.${format.toLowerCase()}`,
    vendor,
    format,
    byteSize: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes,
    createdAt: now(),
  })
}

/** @throws BadUserInputError naming the argument that gives the file */
export function readFile(bytes: Uint8Array, argument: string): MeasurementFileContent {
  try {
    return readMeasurementFile(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableMeasurementsError)) throw error
    throw new BadUserInputError(error.message, argument)
  }
}

/** The last part of a path, on one line. */
function nameOf(given: string | undefined): string | undefined {
  return lineOf(given?.split(/[/\\]/).at(-1)) ?? undefined
}
