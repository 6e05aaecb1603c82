import { AppError } from '@takeoff/kit/values/errors'
import type { GraphQLFormattedError } from 'graphql'
import { ERRORS_MAX } from './compiled/gathered-errors.ts'
import type { ResponsePath } from './compiled/places.ts'

/**
 * A subgraph responded with more than the gateway accepts; another try would get the same. A mutation may have been
 * executed, so it keeps SUBGRAPH_UNAVAILABLE, after which clients repeat it only with its Idempotency-Key.
 */
export class ResponseTooLargeError extends AppError {
  override readonly code: string

  constructor(subgraph: string, isMutation: boolean) {
    const what = `The response of the ${subgraph} service is too large`
    super(
      isMutation
        ? `${what}, and the mutation may have been executed. Send it again with the same Idempotency-Key and fewer fields.`
        : `${what}. Request less at once: a smaller "first", or fewer fields.`,
    )
    this.code = isMutation ? 'SUBGRAPH_UNAVAILABLE' : 'OPERATION_TOO_COMPLEX'
  }
}

/** Extensions that servers add beside `code` for their own developers. All others are meant for the caller. */
const INTERNAL_EXTENSIONS = new Set([
  'code',
  'exception',
  'extensions',
  'http',
  'query',
  'requestId',
  'service',
  'serviceName',
  'stacktrace',
  'variables',
])

/** Codes for a request that the gateway wrote, not the client: the two disagree about the schema. */
const CODES_OF_OUR_REQUEST = new Set([
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** The request to a subgraph. */
export interface FailedFetch {
  /** Entities by their representations, instead of root fields. */
  readonly isOfEntities: boolean
  /** Paths where data is missing when the response holds none. */
  readonly missingData: readonly ResponsePath[]
}

/**
 * The errors of a subgraph's response as the gateway forwards them. An error without a path, or of all entities at
 * once, belongs to the whole fetch: when the response holds no data, it is reported at every place where data is
 * missing. At most as many as one response of the gateway has.
 */
export function subgraphErrors(
  errors: readonly unknown[],
  { isOfEntities, missingData }: FailedFetch,
): GraphQLFormattedError[] {
  const reported = errors
    .slice(0, ERRORS_MAX)
    .values()
    .flatMap((error) => {
      const { path, ...cleaned } = cleanError(error)
      const isOfAll = path === undefined || (isOfEntities && typeof path[1] !== 'number')
      if (!isOfAll) return [{ ...cleaned, path }]
      if (missingData.length === 0) return [cleaned]
      return missingData.map((place) => ({ ...cleaned, path: place }))
    })
  return [...reported.take(ERRORS_MAX)]
}

/** The extensions that may be seen outside, without `code`. */
export function publicExtensions(
  extensions: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extensions).filter(([name]) => !INTERNAL_EXTENSIONS.has(name)),
  )
}

function cleanError(error: unknown): GraphQLFormattedError {
  const { message, path, extensions } = asRecord(error)
  const { code, ...others } = asRecord(extensions)
  return {
    message:
      typeof message === 'string' && message !== '' ? message : 'The subgraph gave no message.',
    ...(isPath(path) && { path }),
    extensions: { ...publicExtensions(others), code: publicCode(code) },
  }
}

function publicCode(code: unknown): string {
  return typeof code === 'string' && !CODES_OF_OUR_REQUEST.has(code)
    ? code
    : 'INTERNAL_SERVER_ERROR'
}

function isPath(path: unknown): path is ResponsePath {
  return (
    Array.isArray(path) &&
    path.length > 0 &&
    path.every((part) => typeof part === 'string' || typeof part === 'number')
  )
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
