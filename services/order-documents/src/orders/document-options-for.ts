import type { Context } from '../context.ts'
import { findDocumentDefaults } from '../db/brand/document-defaults.ts'
import { csvPresetFault } from '../domain/documents/csv-preset-fault.ts'
import type { DocumentOptions } from '../domain/documents/document-options.ts'
import type { DocumentWishes } from './order-request.ts'

/** What a call wants of a document, and for the rest what its organization wants of all. */
export async function documentOptionsFor(
  { database }: Context,
  orgId: number,
  wishes: DocumentWishes,
): Promise<DocumentOptions> {
  const options = { ...(await findDocumentDefaults(database, orgId)), ...wishes }
  // Nobody asked for what the organization wants where it can, so it gives way where it cannot.
  if (csvPresetFault(options.mode, options.csvPreset) === undefined) return options
  return { ...options, csvPreset: 'default' }
}
