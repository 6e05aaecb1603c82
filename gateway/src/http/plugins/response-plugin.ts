import type { GraphQLResponse } from '@apollo/server'
import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import { OperationTypeNode } from 'graphql'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { responseKeys } from '../../execution/compiled/collect-fields.ts'
import { responseStatus } from './response-status.ts'
import type { GatewayListener } from './gateway-plugin.ts'
import type { FormatError } from './mask-error.ts'

type SingleResult = Extract<GraphQLResponse['body'], { readonly kind: 'single' }>['singleResult']

/** Completes a response: the subgraphs' warnings, errors for nulls that violate the schema, and the HTTP status. */
export function responsePlugin(formatError: FormatError): GatewayListener {
  return {
    willSendResponse({ contextValue, request, response, operation, document }) {
      if (response.body.kind !== 'single') return
      const { singleResult } = response.body
      reportBrokenNulls(singleResult, contextValue.missingTypes, formatError)
      addWarnings(singleResult, contextValue.warnings)
      const mutations = () =>
        operation?.operation === OperationTypeNode.MUTATION && document !== undefined
          ? responseKeys(operation.selectionSet, fragmentsOf(document))
          : new Set<string>()
      if (isRefusedAsWhole(singleResult, mutations)) {
        delete singleResult.data
        response.http.status ??= 400
      }
      setStatus(response, singleResult.errors ?? [], () => request.http?.headers.get('accept'))
    },
  }
}

/** Status of the errors after which a client should wait before its next try. */
const RETRY_STATUS = new Map<unknown, number>([
  ['RATE_LIMITED', 429],
  ['PLANNER_UNAVAILABLE', 503],
])

const BROKEN_FIELD = /non-nullable field (\w+)\./

/**
 * @apollo/gateway hides these in an extension, which clients do not read. Where an entity is gone, the null in its
 * place reports that, and is no error.
 */
function reportBrokenNulls(
  result: SingleResult,
  missingTypes: ReadonlySet<unknown>,
  formatError: FormatError,
): void {
  if (result.extensions === undefined) return
  const { valueCompletion, ...extensions } = result.extensions
  if (!Array.isArray(valueCompletion)) return
  const errors = (valueCompletion as GraphQLFormattedError[])
    .filter(({ message }) => !missingTypes.has(BROKEN_FIELD.exec(message)?.[1]))
    .map(({ message, path }) => formatError({ message, ...(path && { path }) }, new Error(message)))
  if (errors.length > 0) result.errors = [...(result.errors ?? []), ...errors]
  result.extensions = extensions
  dropEmptyExtensions(result)
}

function addWarnings(result: SingleResult, warnings: readonly unknown[]): void {
  if (warnings.length > 0) result.extensions = { ...result.extensions, warnings }
}

const VALUE_VIOLATION = /^(?:Variable "\$|Argument ")\w+/

/**
 * Whether subgraphs have refused values of the request, as GraphQL refuses a variable of the wrong type, and nothing
 * was executed. The gateway does not know their scalars, so that it cannot refuse these values itself.
 * @param mutations response keys of a mutation: one that was not itself refused may have run, whatever the data says
 */
function isRefusedAsWhole(
  { data, errors = [] }: SingleResult,
  mutations: () => ReadonlySet<string>,
): boolean {
  if (errors.length === 0 || Object.values(data ?? {}).some((value) => value !== null)) return false
  const areRefusals = errors.every(
    ({ message, extensions }) =>
      extensions?.['code'] === 'BAD_USER_INPUT' && VALUE_VIOLATION.test(message),
  )
  // The gateway itself refuses variables without data and paths, before it requests anything.
  if (!areRefusals || data === undefined) return areRefusals
  const refused = new Set(errors.flatMap(({ path = [] }) => (path.length === 1 ? path : [])))
  return [...mutations()].every((name) => refused.has(name))
}

function setStatus(
  response: GraphQLResponse,
  errors: readonly GraphQLFormattedError[],
  acceptOf: () => string | undefined,
): void {
  const refusals = errors.flatMap(({ extensions = {} }) => {
    const refusalStatus = RETRY_STATUS.get(extensions['code'])
    return refusalStatus === undefined
      ? []
      : [{ refusalStatus, seconds: extensions['retryAfterSeconds'] }]
  })
  if (refusals[0] !== undefined) response.http.status = refusals[0].refusalStatus
  // A client that repeats the operation sooner is refused again.
  const waits = refusals.flatMap(({ seconds }) => (typeof seconds === 'number' ? [seconds] : []))
  if (waits.length > 0) response.http.headers.set('retry-after', String(Math.max(...waits)))
  if (errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')) {
    response.http.status = 401
    response.http.headers.set('www-authenticate', 'Bearer')
  }
  const { status } = response.http
  if (status === undefined) return
  response.http.status = responseStatus(acceptOf(), {
    status,
    code: errors[0]?.extensions?.['code'],
  })
}

function dropEmptyExtensions(result: FormattedExecutionResult): void {
  if (Object.keys(result.extensions ?? {}).length === 0) delete result.extensions
}
