import type { MeasurementFileRow } from './db/measurement-files/measurement-file-reads.ts'

const CONTENT_TYPES = {
  XML: 'application/xml',
  JSON: 'application/json',
  CSV: 'text/csv',
  UNKNOWN: 'application/octet-stream',
} as const

/** The media type by the format that was recognised, and not by what the client said. */
export function contentTypeOf({ format }: Pick<MeasurementFileRow, 'format'>): string {
  return CONTENT_TYPES[format]
}

/** Where the file is downloaded, at the gateway. */
export function pathOf({ id }: Pick<MeasurementFileRow, 'id'>): string {
  return `/measurement-files/${id}`
}
