import type { Context } from '../context.ts'
import { findDocumentDefaults } from '../db/brand/document-defaults.ts'
import { csvPresetViolation } from '../domain/documents/csv-preset-violation.ts'
import type { DocumentOptions } from '../domain/documents/document-options.ts'
import type { RequestedDocumentOptions } from './read-document-options.ts'

/** The options that a caller requested, and the organization's defaults for the others. */
export async function documentOptionsFor(
  { database }: Context,
  orgId: number,
  requested: RequestedDocumentOptions,
): Promise<DocumentOptions> {
  const options = { ...(await findDocumentDefaults(database, orgId)), ...requested }
  // Such a preset is the organization's default: requested presets are checked when they are read.
  if (csvPresetViolation(options.mode, options.csvPreset) === undefined) return options
  return { ...options, csvPreset: 'default' }
}
