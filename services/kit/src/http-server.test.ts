import { describe, expect, test } from 'vitest'
import { NotFoundError } from './errors.ts'
import { createHttpServer } from './http-server.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'

const logger = createLogger('test', 'silent')

function server(ready: () => Promise<void> = () => Promise.resolve()) {
  const app = createHttpServer({
    logger,
    serviceSecret: 'open sesame',
    ready,
    metrics: createMetrics('test'),
  })
  app.get('/things/:id', () => {
    throw new NotFoundError('There is no such thing.')
  })
  app.get('/bug', () => {
    throw new Error('select * from secrets')
  })
  return app
}

const secret = { 'x-service-authorization': 'open sesame' }

describe('an HTTP server', () => {
  test.each([undefined, '', 'open sesam', 'open sesame '])(
    'refuses a caller with the secret %j',
    async (given) => {
      const headers = given === undefined ? {} : { 'x-service-authorization': given }
      const answer = await server().inject({ url: '/things/1', headers })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'FORBIDDEN' })
    },
  )

  test('answers an AppError as problem+json with its status and code', async () => {
    const answer = await server().inject({ url: '/things/1', headers: secret })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such thing.',
      code: 'NOT_FOUND',
      requestId: answer.headers['x-request-id'],
    })
  })

  test('answers an address that cannot be read like any other fault', async () => {
    const answer = await server().inject({ url: '/things/%zz', headers: secret })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      requestId: answer.headers['x-request-id'],
    })
  })

  test('masks every other error', async () => {
    const answer = await server().inject({ url: '/bug', headers: secret })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secrets')
    expect(answer.json()).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  })

  test('keeps a harmless request id and replaces any other', async () => {
    const ask = async (id: string) =>
      (await server().inject({ url: '/health/live', headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ]
    expect(await ask('crm-2026-000001')).toBe('crm-2026-000001')
    expect(await ask('short')).not.toBe('short')
    expect(await ask('{"evil":"log line"}')).toMatch(/^[\w-]{36}$/)
  })

  test('is live at once and ready when its work can be done', async () => {
    const unready = server(() => Promise.reject(new Error('password=hunter2')))
    expect((await unready.inject('/health/live')).statusCode).toBe(200)
    const answer = await unready.inject('/health/ready')
    expect(answer.statusCode).toBe(503)
    expect(answer.body).not.toContain('hunter2')
    expect((await server().inject('/health/ready')).statusCode).toBe(200)
  })

  test('shows metrics', async () => {
    expect((await server().inject('/metrics')).body).toContain(
      'process_cpu_seconds_total{service="test"}',
    )
  })
})
