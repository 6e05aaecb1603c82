import { HeaderMap } from '@apollo/server'
import type { HTTPGraphQLRequest } from '@apollo/server'
import { AppError, BadRequestError } from '@takeoff/kit/values/errors'
import { hasDuplicateKey } from '@takeoff/kit/values/json'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { FastifyRequest } from 'fastify'
import { batchError } from './batch-error.ts'
import { documentOfRequest } from './request-documents/document-of-request.ts'
import type {
  DocumentSources,
  FoundDocument,
  PersistedQuery,
} from './request-documents/document-of-request.ts'

/** A request in Apollo Server's form, without its headers. */
export interface GraphqlRequest extends Pick<HTTPGraphQLRequest, 'body' | 'search'> {
  /** Undefined when Apollo Server has to report that there is none. */
  readonly document: FoundDocument | undefined
}

/** Finds the document of a request. */
export function withDocument(
  request: Pick<FastifyRequest, 'body' | 'method' | 'url'>,
  sources: DocumentSources,
): GraphqlRequest {
  const { body } = request
  if (Array.isArray(body)) throw batchError('operation')
  const search = searchOf(request.url)
  if (request.method === 'GET') return { body, ...searchWithDocument(search, sources) }
  if (!isJsonObject(body)) return { body, search, document: undefined }
  return { search, ...bodyWithDocument(body, sources) }
}

export function headersOf({ headers }: Pick<FastifyRequest, 'headers'>): HeaderMap {
  const map = new HeaderMap()
  for (const [name, value] of Object.entries(headers)) {
    if (value) map.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return map
}

function bodyWithDocument(
  body: Readonly<Record<string, unknown>>,
  sources: DocumentSources,
): Pick<GraphqlRequest, 'body' | 'document'> {
  const { query, documentId, extensions } = body
  const persistedQuery = persistedQueryOf(extensions)
  const document = documentOfRequest({ query, documentId, persistedQuery }, sources)
  const text = document?.text ?? query
  if (text === query && persistedQuery === undefined) return { body, document }
  const { documentId: _id, extensions: _extensions, ...rest } = body
  const others = withoutHash(extensions) ?? {}
  // The fast path takes only a body without extensions.
  const hasNone = isJsonObject(others) && Object.keys(others).length === 0
  return { body: { ...rest, query: text, extensions: hasNone ? null : others }, document }
}

function searchWithDocument(
  search: string,
  sources: DocumentSources,
): Pick<GraphqlRequest, 'search' | 'document'> {
  requireUtf8(search)
  const parameters = new URLSearchParams(search)
  jsonParameter(parameters, 'variables', refusePrototype)
  const extensions = jsonParameter(parameters, 'extensions')
  const query = onlyParameter(parameters, 'query')
  const documentId = onlyParameter(parameters, 'documentId')
  const persistedQuery = persistedQueryOf(extensions)
  const document = documentOfRequest({ query, documentId, persistedQuery }, sources)
  if ((document?.text ?? query) === query && persistedQuery === undefined)
    return { search, document }
  if (document !== undefined) parameters.set('query', document.text)
  parameters.delete('documentId')
  if (extensions !== undefined)
    parameters.set('extensions', JSON.stringify(withoutHash(extensions)))
  return { search: `?${parameters}`, document }
}

/** URLSearchParams would read an undecodable sequence as U+FFFD, or leave it as it is. */
function requireUtf8(search: string): void {
  try {
    decodeURIComponent(search)
  } catch {
    throw new BadRequestError('The query string is not valid UTF-8, percent-encoded. Send it so.')
  }
}

/** The value of a parameter that is JSON, checked as that of a body is. Apollo Server refuses invalid JSON. */
function jsonParameter(
  parameters: URLSearchParams,
  name: string,
  reviver?: Parameters<typeof JSON.parse>[1],
): unknown {
  const text = onlyParameter(parameters, name) ?? null
  const value = parsedOrNothing(text, reviver)
  if (text !== null && value !== undefined && hasDuplicateKey(text, value))
    throw new BadRequestError(
      `The parameter ${name} has an object with a duplicate key. Give each key once.`,
    )
  return value
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new BadRequestError('Variables may not have the key __proto__.')
  return value
}

function onlyParameter(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name)
  if (values.length > 1) throw new BadRequestError(`The parameter ${name} may be given once only.`)
  return values[0]
}

function persistedQueryOf(extensions: unknown): PersistedQuery | undefined {
  const persistedQuery = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined
  if (persistedQuery === undefined || persistedQuery === null) return undefined
  if (isJsonObject(persistedQuery)) return persistedQuery
  throw new BadRequestError('extensions.persistedQuery must be an object.')
}

/** Apollo Server refuses a hash: the document was found before. */
function withoutHash(extensions: unknown): unknown {
  if (!isJsonObject(extensions)) return extensions
  const { persistedQuery: _persistedQuery, ...rest } = extensions
  return rest
}

function parsedOrNothing(text: string | null, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text, reviver) as unknown)
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  }
}

function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}
