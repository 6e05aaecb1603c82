import { hash } from 'node:crypto'
import { AppError, BadRequestError } from '@takeoff/kit/values/errors'
import type { PersistedDocuments } from './persisted-documents.ts'

/** The parameters of a GraphQL request that identify its document, unvalidated. */
export interface DocumentParameters {
  readonly query?: unknown
  readonly documentId?: unknown
  /** `extensions.persistedQuery`, as Apollo's clients send it. */
  readonly persistedQuery?: PersistedQuery | undefined
}

export interface PersistedQuery {
  readonly version?: unknown
  readonly sha256Hash?: unknown
}

export interface DocumentSources {
  /** Texts of documents that clients have sent with their hash, and may then request by it. */
  readonly automatic: TextsByHash
  readonly persisted: PersistedDocuments
  /** Refuses documents that are not persisted. */
  readonly persistedOnly: boolean
}

interface TextsByHash {
  get(sha256Hash: string): string | undefined
  set(sha256Hash: string, text: string): unknown
}

/** The text of the document, and whether it comes from the persisted ones instead of a client. */
export interface FoundDocument {
  readonly text: string
  readonly isPersisted: boolean
  /** With which a client has sent the text, to request it by the hash later. */
  readonly sentHash?: string | undefined
}

class DocumentNotFoundError extends AppError {
  override readonly code = 'PERSISTED_DOCUMENT_NOT_FOUND'

  constructor() {
    super(
      'There is no persisted document with this id. Have it persisted, then send the request again.',
    )
  }
}

class AutomaticDocumentNotFoundError extends AppError {
  override readonly code = 'PERSISTED_QUERY_NOT_FOUND'
  override readonly httpStatus = 200

  constructor() {
    // Apollo's clients look for this text, and send the query with its hash then.
    super('PersistedQueryNotFound')
  }
}

class DocumentRequiredError extends AppError {
  override readonly code = 'PERSISTED_DOCUMENT_REQUIRED'

  constructor() {
    super('Only persisted documents are served here. Send documentId instead of query.')
  }
}

/**
 * Finds the document of a request. Undefined when Apollo Server has to report that there is none.
 */
export function documentOfRequest(
  { query, documentId, persistedQuery }: DocumentParameters,
  { automatic, persisted, persistedOnly }: DocumentSources,
): FoundDocument | undefined {
  if (documentId !== undefined && documentId !== null) {
    if (typeof documentId !== 'string') throw new BadRequestError('documentId must be a string.')
    if (query !== undefined && query !== null)
      throw new BadRequestError('Send query or documentId, not both.')
    return persistedDocument(persisted.textOf(documentId))
  }
  if (persistedQuery !== undefined && typeof query !== 'string') {
    const sha256Hash = hashOf(persistedQuery)
    const text = persisted.textOf(sha256Hash)
    if (text !== undefined || persistedOnly) return persistedDocument(text)
    const sent = automatic.get(sha256Hash)
    if (sent === undefined) throw new AutomaticDocumentNotFoundError()
    return { text: sent, isPersisted: false }
  }
  const text = typeof query === 'string' && query !== '' ? query : undefined
  const sentHash = text && persistedQuery && requireHash(text, persistedQuery)
  // The ids of a manifest of Apollo's need not be the hashes of their texts.
  if (sentHash !== undefined && persisted.textOf(sentHash) === text) return persistedDocument(text)
  if (persistedOnly) throw new DocumentRequiredError()
  // Apollo Server reports an empty query.
  return text === undefined ? undefined : { text, isPersisted: false, sentHash }
}

function persistedDocument(text: string | undefined): FoundDocument {
  if (text === undefined) throw new DocumentNotFoundError()
  return { text, isPersisted: true }
}

function requireHash(query: string, persistedQuery: PersistedQuery): string {
  const sha256Hash = hashOf(persistedQuery)
  if (sha256Hash === hash('sha256', query, 'hex')) return sha256Hash
  throw new BadRequestError('extensions.persistedQuery.sha256Hash is not the SHA-256 of query.')
}

function hashOf({ version, sha256Hash }: PersistedQuery): string {
  if (version !== 1) throw new BadRequestError('extensions.persistedQuery.version must be 1.')
  if (typeof sha256Hash === 'string') return sha256Hash
  throw new BadRequestError('extensions.persistedQuery.sha256Hash must be a string.')
}
