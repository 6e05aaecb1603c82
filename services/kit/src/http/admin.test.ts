import { findFreePort } from './free-ports.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { createMetrics } from '../service/metrics.ts'
import type { AdminAddress } from './admin.ts'
import { becomeUnready } from './health.ts'
import { createHttpServer } from './http-server.ts'

const OPERATORS_ONLY = ['/metrics', '/health/ready?deep']
const FOR_EVERYBODY = ['/health/live', '/health/ready']

async function start(admin: Partial<AdminAddress>) {
  const app = createHttpServer({
    logger: createLogger('test', 'silent'),
    serviceTokens: { audience: 'test', secrets: ['open sesame'] },
    metrics: createMetrics('test'),
    admin: { host: '127.0.0.1', adminHost: '127.0.0.1', adminPort: undefined, ...admin },
  })
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url }
}

const statusOf = async (url: string, path: string): Promise<number> =>
  (await fetch(`${url}${path}`)).status

test('metrics and deep readiness are served at ADMIN_PORT, and not with the API', async () => {
  const adminPort = await findFreePort()
  const { url } = await start({ adminPort })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  for (const path of [...OPERATORS_ONLY, ...FOR_EVERYBODY])
    expect([path, await statusOf(adminUrl, path)]).toEqual([path, 200])
  for (const path of FOR_EVERYBODY) expect([path, await statusOf(url, path)]).toEqual([path, 200])
  for (const path of [...OPERATORS_ONLY, '/%6detrics', '//metrics', '/health/ready?deep=1&deep=2'])
    expect(await statusOf(url, path)).toBeGreaterThanOrEqual(400)
})

test('without ADMIN_PORT they are served with the API on a loopback address, and nowhere else', async () => {
  for (const host of ['127.0.0.1', '::1', 'localhost']) {
    const { url } = await start({ host })
    for (const path of OPERATORS_ONLY) expect(await statusOf(url, path)).toBe(200)
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'gateway']) {
    const { url } = await start({ host })
    for (const path of OPERATORS_ONLY) expect(await statusOf(url, path)).toBeGreaterThanOrEqual(400)
    for (const path of FOR_EVERYBODY) expect(await statusOf(url, path)).toBe(200)
  }
})

test('a process that is about to stop is unready at ADMIN_PORT too', async () => {
  const adminPort = await findFreePort()
  const { app } = await start({ adminPort })
  becomeUnready(app)
  expect(await statusOf(`http://127.0.0.1:${adminPort}`, '/health/ready')).toBe(503)
})

test('ADMIN_PORT is closed with the process', async () => {
  const adminPort = await findFreePort()
  const { app } = await start({ adminPort })
  await app.close()
  await expect(statusOf(`http://127.0.0.1:${adminPort}`, '/health/live')).rejects.toThrow(
    'fetch failed',
  )
})
