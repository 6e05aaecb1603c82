import type { Sql } from '@takeoff/kit/database'
import { documentDefaults } from '../../domain/documents/document-options.ts'
import type { DocumentDefaults } from '../../domain/documents/document-options.ts'

/** How an organization wants its documents where a call does not say. */
export function findDocumentDefaults(_sql: Sql, _orgId: number): Promise<DocumentDefaults> {
  return Promise.resolve(documentDefaults)
}
