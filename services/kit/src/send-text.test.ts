import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { createLogger } from './logger.ts'
import { sendPastFastify } from './send-text.ts'

test('what is sent past Fastify has its status, its headers and a byte for each character', async () => {
  const app = createHttpServer({ logger: createLogger('test', 'silent') })
  const hooks: string[] = []
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    hooks.push('onSend')
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    hooks.push('onResponse')
    done()
  })
  app.get('/', async (_request, reply) => {
    await Promise.resolve()
    const text = Buffer.from('é 🏠').toString('latin1')
    sendPastFastify(reply.code(201).header('x-own', 'yes'), { text, encoding: 'latin1' })
  })
  const answer = await app.inject({ url: '/', headers: { 'x-request-id': 'request-1' } })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers).toMatchObject({
    'x-own': 'yes',
    'x-request-id': 'request-1',
    'content-length': '7',
  })
  expect(answer.body).toBe('é 🏠')
  // Fastify would send in the turn after the handler, too.
  await setImmediate()
  expect(hooks).toEqual(['onResponse'])
})
