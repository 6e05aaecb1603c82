import { usingNamed } from '@takeoff/kit/service/named-file'
import type { ConfigOf } from '@takeoff/kit/service/config'
import type { documentVariables } from '../../documents/document-config.ts'
import { AutomaticDocuments } from './automatic-documents.ts'
import type { DocumentSources } from './document-of-request.ts'
import { PersistedDocuments, readPersistedDocuments } from './persisted-documents.ts'

/** Reads the persisted documents. They are held to the same limits as all others. */
export async function readDocumentSources(
  config: ConfigOf<typeof documentVariables>,
): Promise<DocumentSources> {
  const { persistedDocuments: path, persistedDocumentsOnly: persistedOnly } = config
  const persisted =
    path === undefined
      ? new PersistedDocuments()
      : await usingNamed('PERSISTED_DOCUMENTS', () => readPersistedDocuments(path))
  return { automatic: new AutomaticDocuments(), persisted, persistedOnly }
}
