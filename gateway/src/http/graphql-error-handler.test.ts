import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { sendGraphqlError } from './graphql-error-handler.ts'

it('an unforeseen error is masked, and logged with the id of its request', async () => {
  const lines: unknown[] = []
  const app = fastify({
    logger: {
      level: 'error',
      stream: { write: (line: string) => void lines.push(JSON.parse(line)) },
    },
    genReqId: () => 'request-1',
    childLoggerFactory: (logger) => logger,
  })
  app.post('/', { errorHandler: sendGraphqlError }, () => {
    throw new Error('select * from secrets')
  })
  const response = await app.inject({ method: 'POST', url: '/' })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('secrets')
  expect(response.json()).toMatchObject({
    errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'request-1' } }],
  })
  expect(lines).toMatchObject([
    { err: { message: 'select * from secrets' }, requestId: 'request-1', msg: 'request failed' },
  ])
})
