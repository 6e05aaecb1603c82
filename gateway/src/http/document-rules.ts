import type { ConfigOf } from '@takeoff/kit/service/config'
import type { documentVariables } from './document-config.ts'
import { createDocumentCheck } from './document-limits.ts'
import type { DocumentRules } from './graphql-request.ts'
import { PersistedDocuments, readPersistedDocuments } from './persisted-documents.ts'

/** Reads the persisted documents. They are held to the same limits as all others. */
export async function readDocumentRules(
  config: ConfigOf<typeof documentVariables>,
): Promise<DocumentRules> {
  const { persistedDocuments: path, persistedDocumentsOnly: persistedOnly } = config
  if (path === undefined && persistedOnly)
    throw new Error('PERSISTED_DOCUMENTS_ONLY needs documents: set PERSISTED_DOCUMENTS.')
  const persisted =
    path === undefined ? new PersistedDocuments() : await readPersistedDocuments(path)
  return { sources: { persisted, persistedOnly }, check: createDocumentCheck(config) }
}
