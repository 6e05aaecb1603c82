import { unwrapResolverError } from '@apollo/server/errors'
import type { GraphQLFormattedError } from 'graphql'
import { MASKED_MESSAGE } from '@takeoff/kit/values/errors'
import { currentRequest } from '@takeoff/kit/http/request-scope'
import type { Logger } from '@takeoff/kit/service/logger'
import { withoutSuggestion } from '../../documents/document-errors.ts'
import { publicExtensions } from '../../execution/subgraph-errors.ts'

/** Codes with a meaning for any client of any supergraph. */
const GENERAL_CODES = [
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'CLIENT_CLOSED_REQUEST',
  'COMMIT_UNKNOWN',
  'CONFLICT',
  'COST_EXCEEDED',
  'FORBIDDEN',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'IDEMPOTENCY_CONFLICT',
  'NOT_FOUND',
  'OPERATION_RESOLUTION_FAILURE',
  'OPERATION_TOO_COMPLEX',
  'ORGANIZATION_READ_ONLY',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PLANNER_UNAVAILABLE',
  'RATE_LIMITED',
  'SUBGRAPH_UNAVAILABLE',
  'UNAUTHENTICATED',
]

const VARIABLE_VIOLATION = /^Variable "\$(\w+)" /

export type FormatError = (
  formatted: GraphQLFormattedError,
  error: unknown,
) => GraphQLFormattedError

export interface ErrorMaskOptions {
  readonly logger: Logger
  /** Whether errors of GraphQL may tell names of the schema that the request does not have. */
  readonly suggestsNames: boolean
}

/**
 * The public form of an error: errors with a known code keep message and extensions, all others are logged in full and
 * masked. Every error carries `code` and `requestId`.
 */
export function createErrorMask(
  ownCodes: readonly string[],
  { logger, suggestsNames }: ErrorMaskOptions,
): FormatError {
  const codes: ReadonlySet<unknown> = new Set([...GENERAL_CODES, ...ownCodes])
  return (formatted, error) => {
    const { extensions = {}, ...rest } = formatted
    const requestId = currentRequest()?.requestId
    if (!codes.has(extensions['code'])) {
      logger.error(
        { requestId, path: formatted.path, extensions, err: unwrapResolverError(error) },
        'error masked',
      )
      return {
        ...rest,
        message: MASKED_MESSAGE,
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
      }
    }
    return {
      ...rest,
      ...(extensions['code'] === 'BAD_REQUEST' && { message: ownMessage(rest.message) }),
      ...(!suggestsNames && namingNothing(formatted)),
      extensions: {
        code: extensions['code'],
        ...argumentOf(formatted),
        ...publicExtensions(extensions),
        requestId,
      },
    }
  }
}

function namingNothing(formatted: GraphQLFormattedError): { readonly message: string } {
  const { message } = formatted
  return { message: isOfGraphql(formatted) ? withoutSuggestion(message) : message }
}

/** Subgraphs write messages of their own. */
function isOfGraphql({ message, extensions }: GraphQLFormattedError): boolean {
  const code = extensions?.['code']
  if (code === 'GRAPHQL_VALIDATION_FAILED') return true
  return code === 'BAD_USER_INPUT' && VARIABLE_VIOLATION.test(message)
}

/** GraphQL refuses a variable's value without naming the argument, except in the text of its message. */
function argumentOf({ message, extensions }: GraphQLFormattedError): {
  readonly argument?: string
} {
  const variable =
    extensions?.['code'] === 'BAD_USER_INPUT' ? VARIABLE_VIOLATION.exec(message)?.[1] : undefined
  return variable === undefined ? {} : { argument: variable }
}

/** Messages of Apollo Server that say what is wrong, but not what to do. */
const OWN_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^GET requests only support query operations/,
    'GET is for queries only. Send a mutation with POST.',
  ],
  [
    /^An 'accept' header was provided for this request which does not accept/,
    'The header accept excludes JSON. Accept application/json or application/graphql-response+json.',
  ],
]

/** The message as a client of ours receives it. */
function ownMessage(message: string): string {
  return OWN_MESSAGES.find(([theirs]) => theirs.test(message))?.[1] ?? message
}
