import { HeaderMap } from '@apollo/server'
import type { HTTPGraphQLRequest } from '@apollo/server'
import { AppError } from '@takeoff/kit/values/errors'
import { hasDuplicateKey } from '@takeoff/kit/values/json'
import type { FastifyRequest } from 'fastify'
import { isObject } from '../execution/compiled/json.ts'
import type { CheckDocument } from './document-limits.ts'
import { documentOfRequest } from './document-of-request.ts'
import type { DocumentSources, FoundDocument, PersistedQuery } from './document-of-request.ts'

export interface DocumentRules {
  readonly sources: DocumentSources
  readonly check: CheckDocument
}

class BatchError extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('Batches are not served. Send each operation in a request of its own.')
  }
}

class PrototypeError extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('Variables may not have the key __proto__.')
  }
}

class DuplicateKeyError extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor(name: string) {
    super(`The parameter ${name} has an object with a duplicate key.`)
  }
}

class RepeatedParameterError extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor(name: string) {
    super(`The parameter ${name} may be given once only.`)
  }
}

class QueryStringNotUtf8Error extends AppError {
  override readonly code = 'BAD_REQUEST'

  constructor() {
    super('The query string is not valid UTF-8, percent-encoded. Send it so.')
  }
}

/** A request in Apollo Server's form, without its headers; its document is within the limits. */
export function withDocument(
  request: Pick<FastifyRequest, 'body' | 'method' | 'url'>,
  rules: DocumentRules,
): Pick<HTTPGraphQLRequest, 'body' | 'search'> {
  const { body } = request
  if (Array.isArray(body)) throw new BatchError()
  const search = searchOf(request.url)
  if (request.method === 'GET') return { body, search: searchWithDocument(search, rules) }
  return { body: isObject(body) ? bodyWithDocument(body, rules) : body, search }
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
  rules: DocumentRules,
): Readonly<Record<string, unknown>> {
  const { query, documentId, extensions } = body
  const found = foundDocument(
    { query, documentId, persistedQuery: persistedQueryOf(extensions) },
    rules,
  )
  if (found === undefined || !found.isPersisted) return body
  const { documentId: _id, extensions: _extensions, ...rest } = body
  return { ...rest, query: found.text, extensions: withoutHash(extensions) ?? null }
}

function searchWithDocument(search: string, rules: DocumentRules): string {
  requireUtf8(search)
  const parameters = new URLSearchParams(search)
  jsonParameter(parameters, 'variables', refusePrototype)
  const extensions = jsonParameter(parameters, 'extensions')
  const found = foundDocument(
    {
      query: onlyParameter(parameters, 'query'),
      documentId: onlyParameter(parameters, 'documentId'),
      persistedQuery: persistedQueryOf(extensions),
    },
    rules,
  )
  if (found === undefined || !found.isPersisted) return search
  parameters.set('query', found.text)
  parameters.delete('documentId')
  if (extensions !== undefined)
    parameters.set('extensions', JSON.stringify(withoutHash(extensions)))
  return `?${parameters}`
}

function foundDocument(
  parameters: Parameters<typeof documentOfRequest>[0],
  { sources, check }: DocumentRules,
): FoundDocument | undefined {
  const found = documentOfRequest(parameters, sources)
  if (found !== undefined) check(found.text)
  return found
}

/** URLSearchParams would read an undecodable sequence as U+FFFD, or leave it as it is. */
function requireUtf8(search: string): void {
  try {
    decodeURIComponent(search)
  } catch {
    throw new QueryStringNotUtf8Error()
  }
}

/** The value of a parameter that is JSON, checked as that of a body is. Apollo Server refuses invalid JSON. */
function jsonParameter(
  parameters: URLSearchParams,
  name: string,
  reviver?: Parameters<typeof JSON.parse>[1],
): unknown {
  const text = parameters.get(name)
  const value = parsedOrNothing(text, reviver)
  if (text !== null && value !== undefined && hasDuplicateKey(text, value))
    throw new DuplicateKeyError(name)
  return value
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new PrototypeError()
  return value
}

function onlyParameter(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name)
  if (values.length > 1) throw new RepeatedParameterError(name)
  return values[0]
}

function persistedQueryOf(extensions: unknown): PersistedQuery | undefined {
  const persistedQuery = isObject(extensions) ? extensions['persistedQuery'] : undefined
  return isObject(persistedQuery) ? persistedQuery : undefined
}

/** Apollo Server would compare the hash with the text, and ids of persisted documents need not be hashes. */
function withoutHash(extensions: unknown): unknown {
  if (!isObject(extensions)) return extensions
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
