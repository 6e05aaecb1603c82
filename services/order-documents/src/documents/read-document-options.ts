import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { csvPresetViolation } from '../domain/documents/csv-preset-violation.ts'
import { chooseDocumentOptions } from '../domain/documents/document-options.ts'
import type {
  DocumentDefaults,
  DocumentOptions,
  DocumentOptionsInput,
} from '../domain/documents/document-options.ts'

/** The options that a caller sets; the organization's defaults apply to the others. */
export type RequestedDocumentOptions = Pick<DocumentOptions, 'mode'> & Partial<DocumentDefaults>

/**
 * Warns of an unknown rendering mode.
 * @param argument the argument that holds the options
 * @throws BadUserInputError naming the field of the argument
 */
export function readDocumentOptions(
  { warnings }: Pick<Context, 'warnings'>,
  input: DocumentOptionsInput | null | undefined,
  argument: string,
): RequestedDocumentOptions {
  const choice = chooseDocumentOptions(input ?? {})
  if (choice.kind === 'unknown-word') {
    const { field, known } = choice
    const name = `${argument}.${field}`
    throw new BadUserInputError(`${name} must be one of ${known.join(', ')}.`, name)
  }
  if (choice.unknownMode !== undefined) {
    warnings.push(
      `${argument}.inputHtml: "${choice.unknownMode}" is no rendering mode (supplier, office, crew); the document was rendered for the supplier.`,
    )
  }
  const { mode, csvPreset = 'default' } = choice.options
  const violation = csvPresetViolation(mode, csvPreset)
  if (violation === undefined) return choice.options
  throw new BadUserInputError(`${argument}.csvPreset: ${violation}`, `${argument}.csvPreset`)
}
