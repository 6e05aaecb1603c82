import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, Kind, parse } from 'graphql'
import type { GraphQLFormattedError } from 'graphql'
import { AppError, MASKED_MESSAGE } from '../values/errors.ts'
import type { Logger } from '../service/logger.ts'
import { currentRequest } from '../http/request-scope.ts'
import { argumentAt } from './argument-at.ts'
import { BAD_SCALAR } from './scalars.ts'

/** Codes that GraphQL itself and Apollo Server give to violations of the request. */
const REQUEST_CODES: ReadonlySet<unknown> = new Set([
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/**
 * The only mapper from an error to the details that a client may see: code, request id, and the extensions of
 * our own errors. Everything else is logged in full and masked.
 */
export function createErrorFormatter(
  logger: Logger,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const requestId = currentRequest()?.requestId
    const cause = unwrapResolverError(error)
    const { message, extensions, ...where } = formatted
    if (cause instanceof AppError) {
      if (cause.isFailure) logger.error({ err: cause, requestId }, 'request failed')
      return {
        message: cause.message,
        ...where,
        extensions: { code: cause.code, ...cause.extensions, requestId },
      }
    }
    const code = isNullVariable(cause) ? 'BAD_USER_INPUT' : codeOf(extensions)
    if (REQUEST_CODES.has(code)) {
      const literal = argumentOfLiteral(cause)
      const argument = extensions?.['argument'] ?? literal ?? argumentOfNull(cause)
      const about = argument === undefined ? {} : { argument }
      const prefix = literal === undefined ? '' : `Argument "${literal}": `
      return { message: `${prefix}${message}`, ...where, extensions: { code, ...about, requestId } }
    }
    logger.error({ err: cause, requestId }, 'request failed')
    return {
      message: MASKED_MESSAGE,
      ...where,
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
    }
  }
}

/** An AppError as a GraphQL error with the HTTP status that the contract gives it. */
export function toGraphQLError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: { code: error.code, ...error.extensions, http: { status: error.httpStatus } },
  })
}

/**
 * GraphQL permits a nullable variable for an argument that has a default and cannot be null. Its error for the value null
 * has no code.
 */
function isNullVariable(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.nodes?.[0]?.kind === Kind.VARIABLE
}

function argumentOfNull(error: unknown): string | undefined {
  if (!isNullVariable(error) || error.source === undefined) return undefined
  return argumentAt(parse(error.source.body), error.positions?.[0] ?? 0)
}

/** The argument with a literal that our scalar rejects; GraphQL does not name it, as it does a variable. */
function argumentOfLiteral(error: unknown): string | undefined {
  if (!(error instanceof GraphQLError) || error.extensions[BAD_SCALAR] === undefined)
    return undefined
  const { source, positions, extensions } = error
  if (source === undefined || extensions['argument'] !== undefined) return undefined
  return argumentAt(parse(source.body), positions?.[0] ?? 0)
}

/** A literal that our scalar rejects is not an error of the query, even if it shows during validation. */
function codeOf(extensions: GraphQLFormattedError['extensions']): unknown {
  return extensions?.[BAD_SCALAR] ?? extensions?.['code']
}
