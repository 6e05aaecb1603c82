import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fastify, LogController } from 'fastify'
import { expect, it } from 'vitest'
import { sendGraphqlError } from './graphql-error-handler.ts'

function createApp() {
  const lines: unknown[] = []
  const app = fastify({
    logger: {
      level: 'debug',
      stream: { write: (line: string) => void lines.push(JSON.parse(line)) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => 'request-1',
    childLoggerFactory: (logger) => logger,
  })
  return { app, lines }
}

it('an unforeseen error is masked, and logged with the id of its request', async () => {
  const { app, lines } = createApp()
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

it('what fails after the client has disconnected is no error', async () => {
  const { app, lines } = createApp()
  const { promise: failed, resolve } = Promise.withResolvers<void>()
  app.post('/', { errorHandler: sendGraphqlError }, async ({ raw }) => {
    client.destroy()
    await once(raw.socket, 'close')
    setImmediate(resolve)
    throw new Error('the request was cut off')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  await failed
  await app.close()
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 20, requestId: 'request-1', msg: 'client disconnected' }),
  )
  expect(lines).not.toContainEqual(expect.objectContaining({ msg: 'request failed' }))
})
