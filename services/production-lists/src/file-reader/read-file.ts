import { UnreadableMeasurementsError } from '../domain/measurement-files/measurement-file.ts'
import type {
  MeasurementFileContent,
  MeasurementSource,
  UnreadableFile,
} from '../domain/measurement-files/measurement-file.ts'
import { readMeasurementFile } from '../domain/measurement-files/read-measurement-file.ts'

export type ReadFile =
  | { readonly kind: 'read'; readonly content: MeasurementFileContent }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableFile }

/** What a file that cannot be read is recognised as. */
export const unknownSource: MeasurementSource = {
  vendor: 'UNKNOWN',
  format: 'UNKNOWN',
  version: null,
  reportId: null,
}

/** What a measurement file holds, or why it cannot be read. */
export function readFile(bytes: Uint8Array): ReadFile {
  try {
    return { kind: 'read', content: readMeasurementFile(bytes) }
  } catch (error) {
    if (!(error instanceof UnreadableMeasurementsError)) throw error
    return { kind: 'unreadable', unreadable: { code: error.code, message: error.message } }
  }
}
