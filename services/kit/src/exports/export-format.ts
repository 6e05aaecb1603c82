/** The formats of an export, by file extension. */
export const exportFormats = {
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8' },
  csv: { contentType: 'text/csv; charset=utf-8; header=present' },
} as const

/** A format of an export. */
export type ExportFormat = keyof typeof exportFormats
