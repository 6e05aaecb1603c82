import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createLogger } from '@takeoff/kit/service/logger'
import { inRequestScope } from '@takeoff/kit/http/request-scope'
import { createErrorMask } from './mask-error.ts'

const logger = createLogger('test', 'silent')
const mask = createErrorMask(['OUT_OF_STOCK'], { logger, suggestsNames: true })
const maskWithoutNames = createErrorMask(['OUT_OF_STOCK'], { logger, suggestsNames: false })

function masked(message: string, extensions: Record<string, unknown>) {
  return inRequestScope({ requestId: 'request-1', sqlStatements: 0 }, () =>
    mask({ message, path: ['book'], extensions }, new GraphQLError(message)),
  )
}

describe('an error with a known code keeps its message', () => {
  it.each([
    ['BAD_REQUEST'],
    ['BAD_USER_INPUT'],
    ['CLIENT_CLOSED_REQUEST'],
    ['COMMIT_UNKNOWN'],
    ['CONFLICT'],
    ['COST_EXCEEDED'],
    ['FORBIDDEN'],
    ['GRAPHQL_PARSE_FAILED'],
    ['GRAPHQL_VALIDATION_FAILED'],
    ['IDEMPOTENCY_CONFLICT'],
    ['NOT_FOUND'],
    ['OPERATION_RESOLUTION_FAILURE'],
    ['OUT_OF_STOCK'],
    ['PERSISTED_QUERY_NOT_FOUND'],
    ['PERSISTED_QUERY_NOT_SUPPORTED'],
    ['RATE_LIMITED'],
    ['SUBGRAPH_UNAVAILABLE'],
    ['UNAUTHENTICATED'],
  ])('%s', (code) => {
    expect(
      masked('Do this.', { code, hint: 1, serviceName: 'catalog', stacktrace: ['x'] }),
    ).toEqual({
      message: 'Do this.',
      path: ['book'],
      extensions: { code, hint: 1, requestId: 'request-1' },
    })
  })
})

describe('every other error is masked', () => {
  it.each([
    ['INTERNAL_SERVER_ERROR'],
    ['DOWNSTREAM_SERVICE_ERROR'],
    ['ECONNREFUSED'],
    [undefined],
    [7],
  ])('%s', (code) => {
    expect(masked('connect ECONNREFUSED 10.0.0.7:5432', { code, address: '10.0.0.7' })).toEqual({
      message: 'Something went wrong on our side. Tell us the request id.',
      path: ['book'],
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'request-1' },
    })
  })
})

it('names the variable that GraphQL refused', () => {
  const error = masked('Variable "$jobId" of required type "Int!" was not provided.', {
    code: 'BAD_USER_INPUT',
  })
  expect(error.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'jobId' })
})

describe("where names are not suggested, GraphQL's suggestions are removed from", () => {
  it.each([
    ['GRAPHQL_VALIDATION_FAILED', 'Cannot query field "nmae" on type "Book".', '"name" or "names"'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'Cannot query field "name" on type "Node".',
      'to use an inline fragment on "Book"',
    ],
    [
      'BAD_USER_INPUT',
      'Variable "$a" got invalid value "Did you mean\nB?"; Value "B" does not exist in "Mood" enum.',
      'the enum value "GOOD"',
    ],
  ])('%s: %s', (code, message, names) => {
    const suggesting = `${message} Did you mean ${names}?`
    const messageOf = (format: typeof mask) =>
      format({ message: suggesting, extensions: { code } }, new GraphQLError(suggesting)).message
    expect(messageOf(mask)).toBe(suggesting)
    expect(messageOf(maskWithoutNames)).toBe(message)
  })

  it('no message of a subgraph', () => {
    const message = 'There is no such unit. Did you mean "m²"?'
    const extensions = { code: 'BAD_USER_INPUT' }
    expect(maskWithoutNames({ message, extensions }, new GraphQLError(message)).message).toBe(
      message,
    )
  })
})
