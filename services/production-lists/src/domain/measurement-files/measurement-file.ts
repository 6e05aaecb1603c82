import { isLongerThan, shortened } from '@takeoff/contracts/character-count'
import type { Figure } from './figure-sheet.ts'

/** The measuring tools whose files are read; TAKEOFF is our own JSON and CSV, UNKNOWN a file that cannot be read. */
export type MeasurementVendor = 'EAGLEVIEW' | 'HOVER' | 'GAF' | 'TAKEOFF' | 'UNKNOWN'

export type MeasurementFormat = 'XML' | 'JSON' | 'CSV' | 'UNKNOWN'

/** Which report a file holds, as it says itself. */
export interface MeasurementSource {
  readonly vendor: MeasurementVendor
  readonly format: MeasurementFormat
  /** Version of the file's format. */
  readonly version: string | null
  readonly reportId: string | null
}

/** A measurement file in the form that all formats share. */
export interface MeasurementFileContent {
  readonly source: MeasurementSource
  readonly figures: readonly Figure[]
  readonly warnings: readonly string[]
  /** What an import stores as the measurements of a job. */
  readonly measurements: unknown
}

/** Why a file cannot be read, for programs that have sentences of their own. */
export type UnreadableCode =
  | 'PDF'
  | 'ARCHIVE'
  | 'OFFICE_DOCUMENT'
  | 'PICTURE'
  | 'NO_TEXT'
  | 'EMPTY'
  | 'ENCODING'
  | 'MALFORMED'
  | 'DOCTYPE'
  | 'TOO_MUCH'
  | 'AMBIGUOUS'
  | 'SEVERAL_HOUSES'
  | 'UNKNOWN_CONTENT'
  | 'UNKNOWN_PART'
  | 'GAF_XML'
  | 'NO_FIGURES'
  | 'UNIT'
  | 'INVALID_VALUE'

/** A file that cannot be read: why, and what to export instead, in sentences. */
export class UnreadableMeasurementsError extends Error {
  readonly code: UnreadableCode

  constructor(code: UnreadableCode, reason: string) {
    super(reason)
    this.name = new.target.name
    this.code = code
  }
}

/** Why a file cannot be read. */
export interface UnreadableFile {
  readonly code: UnreadableCode
  /** What was recognised, what was not, and what to export instead. */
  readonly message: string
}

const SHOWN_MAX = 200

/** A text of a file as one line: a report id, a name in a message. Null when nothing is left of it. */
export function lineOf(text: unknown, charactersMax = SHOWN_MAX): string | null {
  if (!['string', 'number', 'boolean'].includes(typeof text)) return null
  const line = String(text)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  if (line === '') return null
  return isLongerThan(line, charactersMax) ? shortened(line, charactersMax - 1) : line
}

const NAMES_SHOWN_MAX = 10
/** Maximum characters of a name or a value in a sentence. */
export const NAME_SHOWN_MAX = 40

/** A few names for a sentence. */
export function namesOf(names: Iterable<string>): string {
  const all = [...new Set(names)]
  const shown = all.slice(0, NAMES_SHOWN_MAX).map((name) => lineOf(name, NAME_SHOWN_MAX) ?? '""')
  const more = all.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
