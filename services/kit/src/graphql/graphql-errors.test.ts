import { buildSchema, graphql, GraphQLError } from 'graphql'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../service/logger.ts'
import {
  DatabaseUnavailableError,
  NotFoundError,
  OrganizationReadOnlyError,
  RateLimitedError,
} from '../values/errors.ts'
import { createErrorFormatter } from './graphql-errors.ts'

test('null by a variable for an argument that has a default is a violation of the request', async () => {
  const schema = buildSchema('type Query { sold(sold: Boolean! = true): Boolean }')
  const source = 'query ($sold: Boolean) { sold(sold: $sold) }'
  const { errors = [] } = await graphql({ schema, source, variableValues: { sold: null } })
  const format = createErrorFormatter(createLogger('test', 'silent'))
  expect(errors.map((error) => format(error.toJSON(), error))).toMatchObject([
    {
      message: 'Argument "sold" of non-null type "Boolean!" must not be null.',
      extensions: { code: 'BAD_USER_INPUT', argument: 'sold' },
    },
  ])
})

test.each([
  [new NotFoundError('There is no such list.'), false],
  [new RateLimitedError('Too many.', 1), false],
  [new OrganizationReadOnlyError(), false],
  [new DatabaseUnavailableError(new Error('no host')), true],
  [new TypeError('a defect'), true],
])('%s is an error in the log: %s', (cause, isLogged) => {
  const logger = createLogger('test', 'silent')
  const logged = vi.spyOn(logger, 'error')
  const error = new GraphQLError(cause.message, { originalError: cause, path: ['list'] })
  createErrorFormatter(logger)(error.toJSON(), error)
  const causes = logged.mock.calls.map(([entry]) => (entry as { readonly err: unknown }).err)
  expect(causes).toEqual(isLogged ? [cause] : [])
})
