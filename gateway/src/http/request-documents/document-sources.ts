import { usingNamed } from '@takeoff/kit/service/named-file'
import type { ConfigOf } from '@takeoff/kit/service/config'
import { LRUCache } from 'lru-cache'
import type { documentVariables } from '../../documents/document-config.ts'
import type { DocumentSources } from './document-of-request.ts'
import { PersistedDocuments, readPersistedDocuments } from './persisted-documents.ts'

const AUTOMATIC_CHARACTERS_MAX = 10_000_000

/** Reads the persisted documents. They are held to the same limits as all others. */
export async function readDocumentSources(
  config: ConfigOf<typeof documentVariables>,
): Promise<DocumentSources> {
  const { persistedDocuments: path, persistedDocumentsOnly: persistedOnly } = config
  const persisted =
    path === undefined
      ? new PersistedDocuments()
      : await usingNamed('PERSISTED_DOCUMENTS', () => readPersistedDocuments(path))
  const automatic = new LRUCache<string, string>({
    maxSize: AUTOMATIC_CHARACTERS_MAX,
    sizeCalculation: (text, sha256Hash) => text.length + sha256Hash.length,
  })
  return { automatic, persisted, persistedOnly }
}
