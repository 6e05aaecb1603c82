import { requireNoViolation } from '@takeoff/kit/values/violations'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { csvPresetViolation } from '../domain/documents/csv-preset-violation.ts'
import { CSV_PRESETS, LANGUAGES, PAPERS } from '../domain/documents/document-options.ts'
import type {
  DocumentDefaults,
  DocumentOptions,
  DocumentOptionsInput,
} from '../domain/documents/document-options.ts'
import { chooseRenderingMode } from '../domain/documents/rendering-mode.ts'
import { createFieldReader, definedOnly } from '../domain/field-reader.ts'

/** The options that a caller sets; the organization's defaults apply to the others. */
export type RequestedDocumentOptions = Pick<DocumentOptions, 'mode'> & Partial<DocumentDefaults>

/**
 * Warns of an unknown rendering mode.
 * @param argument the argument that holds the options
 * @throws BadUserInputError naming the field of the argument
 */
export function readDocumentOptions(
  { warnings }: Pick<Context, 'warnings'>,
  input: Optional<DocumentOptionsInput>,
  argument: string,
): RequestedDocumentOptions {
  const read = createFieldReader(argument)
  const options = definedOnly<Partial<DocumentDefaults>>({
    language: read.word('language', input?.language, LANGUAGES) ?? undefined,
    paper: read.word('paper', input?.paper, PAPERS) ?? undefined,
    csvPreset: read.word('csvPreset', input?.csvPreset, CSV_PRESETS) ?? undefined,
  })
  requireNoViolation(read.violations[0])
  const { mode, unknownWord } = chooseRenderingMode(input?.inputHtml ?? undefined)
  if (unknownWord !== undefined) {
    warnings.push(
      `${argument}.inputHtml: "${unknownWord}" is no rendering mode (supplier, office, crew); the document was rendered for the supplier.`,
    )
  }
  const violation = csvPresetViolation(mode, options.csvPreset ?? 'default')
  if (violation === undefined) return { mode, ...options }
  throw new BadUserInputError(`${argument}.csvPreset: ${violation}`, `${argument}.csvPreset`)
}
