import type { Context } from '../context.ts'
import { findDocumentDefaults } from '../db/brand/document-defaults.ts'
import type { DocumentOptions } from '../domain/documents/document-options.ts'
import type { DocumentWishes } from './order-request.ts'

/** What a call wants of a document, and for the rest what its organization wants of all. */
export async function documentOptionsFor(
  { database }: Context,
  orgId: number,
  wishes: DocumentWishes,
): Promise<DocumentOptions> {
  return { ...(await findDocumentDefaults(database, orgId)), ...wishes }
}
