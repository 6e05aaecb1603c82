import type { HttpResponse } from '@takeoff/kit/http/http-client'
import { isJsonObject } from '@takeoff/kit/values/json'

/**
 * A subgraph did not give a usable response. The message is for the log: clients receive only SUBGRAPH_UNAVAILABLE and
 * the subgraph's name.
 */
class SubgraphResponseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SubgraphResponseError'
  }
}

const JSON_MEDIA_TYPES = new Set(['application/json', 'application/graphql-response+json'])
/** Media types as nearly all servers write them. */
const [USUAL_TYPE, USUAL_TYPE_WITH_CHARSET] = [
  'application/json',
  'application/json; charset=utf-8',
]

/** A response with a status and media type that one to a GraphQL request may have. */
export type UnreadResponse = Pick<HttpResponse, 'statusCode' | 'body'>

/** A well-formed GraphQL response: data, errors, or both. */
export interface GraphqlResponse {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly unknown[]
  readonly extensions?: { readonly warnings?: unknown }
}

/** The violation of a response by its status and `content-type`, whatever its body is. */
export function headViolation(
  statusCode: number,
  contentType = 'no media type',
): SubgraphResponseError | undefined {
  const isUsual = contentType === USUAL_TYPE_WITH_CHARSET || contentType === USUAL_TYPE
  if (statusCode === 200 && isUsual) return undefined
  // A value with a comma holds two types.
  const mediaType = contentType.includes(',') ? contentType : contentType.split(';', 1)[0]
  if (statusCode < 500 && JSON_MEDIA_TYPES.has(mediaType?.trim().toLowerCase() ?? ''))
    return undefined
  return new SubgraphResponseError(`responded with ${statusCode} and ${mediaType}`)
}

/**
 * Reads the body of a response.
 * @throws SubgraphResponseError when it is not JSON, or not GraphQL
 */
export function readResponse({ statusCode, body }: UnreadResponse): GraphqlResponse {
  const response = parseBody(body.toString())
  if (!isResponse(response)) {
    throw new SubgraphResponseError(
      `responded with ${statusCode} and JSON that is not a GraphQL response`,
    )
  }
  return response
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SubgraphResponseError('responded with invalid JSON', { cause: error })
  }
}

function isResponse(value: unknown): value is GraphqlResponse {
  if (!isJsonObject(value)) return false
  const { data, errors } = value
  const hasErrors = Array.isArray(errors) && errors.length > 0
  if (errors !== undefined && errors !== null && !Array.isArray(errors)) return false
  if (data === undefined || data === null) return hasErrors
  return isJsonObject(data)
}
