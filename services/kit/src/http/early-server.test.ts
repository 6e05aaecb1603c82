import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { listenEarly } from './early-server.ts'
import { becomeUnready } from './health.ts'
import { createHttpServer } from './http-server.ts'

async function start() {
  const early = await listenEarly({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => early[Symbol.asyncDispose]())
  const app = createHttpServer({ logger: createLogger('test', 'silent'), early })
  onTestFinished(() => app.close())
  app.get('/thing', () => 'thing')
  return { early, app }
}

const get = (url: string): Promise<Response> => fetch(url)

test('a server that starts is live, and refuses everything else for now', async () => {
  const { early } = await start()
  expect((await get(`${early.url}/health/live`)).status).toBe(200)
  for (const path of ['/health/ready', '/thing', '/metrics']) {
    const response = await get(`${early.url}${path}`)
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '1'])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ code: 'NOT_READY', status: 503 })
  }
})

test('a server that has started serves its application at the same address', async () => {
  const { early, app } = await start()
  await app.ready()
  early.open()
  expect(await (await get(`${early.url}/thing`)).text()).toBe('thing')
  expect((await get(`${early.url}/health/live`)).status).toBe(200)
})

test('closing the application completes its requests, and ends listening', async () => {
  const { early, app } = await start()
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<string>()
  app.get('/slow', () => {
    begun.resolve()
    return rest.promise
  })
  await app.ready()
  early.open()
  const slow = get(`${early.url}/slow`)
  await begun.promise
  const closed = app.close()
  rest.resolve('done')
  expect(await (await slow).text()).toBe('done')
  await closed
  await expect(get(`${early.url}/health/live`)).rejects.toThrow('fetch failed')
})

test('a server that is about to stop is unready, and serves', async () => {
  const { early, app } = await start()
  await app.ready()
  early.open()
  expect((await get(`${early.url}/health/ready`)).status).toBe(200)
  becomeUnready(app)
  const unready = await get(`${early.url}/health/ready`)
  expect(unready.status).toBe(503)
  expect(await unready.json()).toMatchObject({ detail: 'The process is about to stop.' })
  expect((await get(`${early.url}/thing`)).status).toBe(200)
})
