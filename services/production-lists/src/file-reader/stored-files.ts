import type { Database } from '@takeoff/kit/postgres/database'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import DataLoader from 'dataloader'
import {
  findMeasurementFile,
  findMeasurementFileBytes,
} from '../db/measurement-files/measurement-file-reads.ts'
import type { MeasurementFileRow } from '../db/measurement-files/measurement-file-reads.ts'
import type { FileReader } from './file-reader.ts'
import type { ReadFile } from './read-file.ts'

/** An uploaded file, and what it holds. */
export interface StoredFile {
  readonly file: MeasurementFileRow
  readonly read: ReadFile
}

/** Files by id; null for one that the organizations do not have. Each is read once. */
export type StoredFiles = DataLoader<string, StoredFile | null>

export interface StoredFilesOptions {
  readonly database: Database
  readonly orgIds: readonly number[]
  readonly fileReader: Pick<FileReader, 'read'>
}

/** The files of these organizations, for one request. */
export function createStoredFiles(options: StoredFilesOptions): StoredFiles {
  return new DataLoader(async ([id = '']) => [await readStoredFile(options, id)], { batch: false })
}

async function readStoredFile(
  { database, orgIds, fileReader }: StoredFilesOptions,
  id: string,
): Promise<StoredFile | null> {
  const file = isUuid(id) ? await findMeasurementFile(database, id, orgIds) : undefined
  if (file === undefined) return null
  const read = await fileReader.read(file.orgId, async () => {
    // All other files wait for this one, so it must not wait for other reads or transactions of its organization.
    const read = database.transaction((sql) => findMeasurementFileBytes(sql, id, orgIds), {
      waits: false,
    })
    const found = await read
    // It was deleted meanwhile.
    if (found === undefined) throw unknownFile(id)
    return found.bytes
  })
  return { file, read }
}

/** The same for files that do not exist, that were deleted, and that are of another organization. */
export function unknownFile(id: string): NotFoundError {
  return new NotFoundError(
    `There is no measurement file ${id.slice(0, 50)} in the job's organization. Upload it to POST /measurement-files; a file that is not imported is deleted after a day.`,
    'fileId',
  )
}
