import type { GraphQLResponse } from '@apollo/server'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { answerStatus } from './answer-status.ts'
import type { GatewayListener, GatewayPlugin } from './gateway-plugin.ts'
import type { FormatError } from './mask-error.ts'

type Answer = Extract<GraphQLResponse['body'], { readonly kind: 'single' }>['singleResult']

/**
 * The last touch to an answer: the subgraphs' warnings, nulls that break the schema told as errors, and the
 * HTTP status.
 */
export function answerPlugin(formatError: FormatError): GatewayPlugin {
  const listener: GatewayListener = {
    willSendResponse({ contextValue, request, response }) {
      if (response.body.kind !== 'single') return
      const { singleResult } = response.body
      tellBrokenNulls(singleResult, contextValue.missingTypes, formatError)
      addWarnings(singleResult, contextValue.warnings)
      setStatus(response, singleResult.errors ?? [], () => request.http?.headers.get('accept'))
    },
  }
  return { listen: () => listener }
}

/** Status of the errors after which a client should wait before its next try. */
const RETRY_STATUS = new Map<unknown, number>([
  ['RATE_LIMITED', 429],
  ['PLANNER_UNAVAILABLE', 503],
])

const BROKEN_FIELD = /non-nullable field (\w+)\./

/**
 * @apollo/gateway hides these in an extension, where no client looks. Where an entity is gone, the null in
 * its place says so, and is no error.
 */
function tellBrokenNulls(
  answer: Answer,
  missingTypes: ReadonlySet<unknown>,
  formatError: FormatError,
): void {
  if (answer.extensions === undefined) return
  const { valueCompletion, ...extensions } = answer.extensions
  if (!Array.isArray(valueCompletion)) return
  const errors = (valueCompletion as GraphQLFormattedError[])
    .filter(({ message }) => !missingTypes.has(BROKEN_FIELD.exec(message)?.[1]))
    .map(({ message, path }) => formatError({ message, ...(path && { path }) }, new Error(message)))
  if (errors.length > 0) answer.errors = [...(answer.errors ?? []), ...errors]
  answer.extensions = extensions
  dropEmptyExtensions(answer)
}

function addWarnings(answer: Answer, warnings: readonly unknown[]): void {
  if (warnings.length > 0) answer.extensions = { ...answer.extensions, warnings }
}

function setStatus(
  response: GraphQLResponse,
  errors: readonly GraphQLFormattedError[],
  acceptOf: () => string | undefined,
): void {
  for (const { extensions = {} } of errors) {
    const status = RETRY_STATUS.get(extensions['code'])
    if (status === undefined) continue
    response.http.status = status
    const seconds = extensions['retryAfterSeconds']
    if (typeof seconds === 'number') response.http.headers.set('retry-after', String(seconds))
    break
  }
  if (errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')) {
    response.http.status = 401
    response.http.headers.set('www-authenticate', 'Bearer')
  }
  const { status } = response.http
  if (status === undefined) return
  response.http.status = answerStatus(acceptOf(), { status, code: errors[0]?.extensions?.['code'] })
}

function dropEmptyExtensions(answer: FormattedExecutionResult): void {
  if (Object.keys(answer.extensions ?? {}).length === 0) delete answer.extensions
}
