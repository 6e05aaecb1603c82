import { TakeoffError } from './errors.ts'
import type { ResponseError } from './errors.ts'
import { isMutation, mayRepeat } from './repeatable-mutations.ts'
import { withRetries } from './retries.ts'
import type { RetryOptions } from './retries.ts'
import {
  codeOfStatus,
  endpointOf,
  open,
  parseObject,
  readAll,
  retryAfterOf,
  textOf,
} from './transport.ts'
import type { Transport } from './transport.ts'
import { hexOf, sha256, webCrypto } from './web-crypto.ts'

/** Options of one request. */
export interface RequestOptions {
  /** Ends the request, also while it waits for its next attempt. */
  readonly signal?: AbortSignal | undefined
  /**
   * For mutations. Default: the `Idempotency-Key` of `headers`, or a random one for each call; it is the same in all
   * attempts of a call.
   */
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retries?: RetryOptions | undefined
  /** How long an attempt may take. */
  readonly timeoutMs?: number | undefined
}

/** What a request returns. */
export interface Result<Data> {
  readonly data: Data
  /** Conditions that do not prevent the operation, for people to read. */
  readonly warnings: readonly string[]
  /** What support needs to find the request. */
  readonly requestId: string | undefined
}

/** What a request returns when a part of it may have failed. */
export interface PartialResult<Data> extends Result<Data | null> {
  readonly errors: readonly ResponseError[]
}

/** A document with its variables, and how it is sent. */
export interface GraphqlRequest {
  readonly text: string
  readonly variables: unknown
  readonly options: RequestOptions
  /** Whether a response with data and errors is returned. */
  readonly partial: boolean
}

const TIMEOUT_MS = 60_000

/** Sends a document until a response arrives that is final. */
export async function sendGraphql(
  transport: Transport,
  { text, variables, options, partial }: GraphqlRequest,
): Promise<PartialResult<unknown>> {
  const url = endpointOf(transport).href
  const headers = new Headers(options.headers)
  headers.set('content-type', 'application/json')
  headers.set('accept', 'application/graphql-response+json, application/json;q=0.9')
  if (isMutation(text)) {
    const key = options.idempotencyKey ?? headers.get('idempotency-key') ?? (await randomKey())
    headers.set('idempotency-key', key)
  }
  const init: RequestInit = {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...(await documentOf(text, transport)), variables }),
  }
  return withRetries({
    retries: options.retries,
    signal: options.signal,
    mayRepeat: (error) => mayRepeat(text, error),
    async attempt(leftMs) {
      const limitMs = Math.min(options.timeoutMs ?? TIMEOUT_MS, leftMs)
      const { signal } = options
      const opened = await open(transport, { url, init, limitMs, signal })
      return readResult(opened.response, await readAll(opened), partial)
    },
  })
}

const documentOf = async (text: string, { persisted }: Transport): Promise<object> =>
  persisted ? { documentId: `sha256:${await sha256(text)}` } : { query: text }

interface GraphqlBody {
  /** Of a refusal before GraphQL, such as that of a proxy that holds sessions: problem details. */
  readonly code?: unknown
  readonly detail?: unknown
  readonly data?: unknown
  readonly errors?: readonly ResponseError[]
  readonly extensions?: { readonly warnings?: readonly string[] }
}

/** A response of GraphQL, or problem details; nothing of the JSON of something else. */
function bodyOf(object: Readonly<Record<string, unknown>> = {}): GraphqlBody {
  const { data = null, errors = [] } = object
  const isOurs = typeof data === 'object' && Array.isArray(errors) && errors.every(isError)
  return isOurs ? object : {}
}

const isError = (error: unknown): boolean =>
  typeof (error as ResponseError | null)?.message === 'string'

function readResult(response: Response, text: string, partial: boolean): PartialResult<unknown> {
  const object = parseObject(text)
  const body = bodyOf(object)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const { data = null, errors = [], extensions } = body
  if (errors.length === 0 && data !== null)
    return { data, errors, warnings: extensions?.warnings ?? [], requestId }
  if (partial && data !== null)
    return { data, errors, warnings: extensions?.warnings ?? [], requestId }
  if (object === undefined && response.ok && text.startsWith('{'))
    throw new TakeoffError({ code: 'NETWORK_ERROR', message: 'The response broke off.', requestId })
  throw errorOf(response, body)
}

function errorOf(response: Response, body: GraphqlBody): TakeoffError {
  const { data, errors = [], code, detail } = body
  const { status, url } = response
  const [first] = errors
  const extensions = first?.extensions
  const waits = errors.map((error) => error.extensions?.['retryAfterSeconds']).filter(isNumber)
  const id = extensions?.['requestId'] ?? response.headers.get('x-request-id')
  return new TakeoffError({
    code: textOf(extensions?.['code']) ?? textOf(code) ?? codeOfStatus(status),
    message:
      first?.message ??
      textOf(detail) ??
      `${url} responded with HTTP ${status}, and not as a GraphQL endpoint of Takeoff. Its address ends with /graphql.`,
    status,
    requestId: textOf(id),
    retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : retryAfterOf(response),
    errors,
    data,
  })
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

async function randomKey(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16))
  return hexOf(bytes)
}
