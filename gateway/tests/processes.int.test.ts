import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { findFreePorts } from '@takeoff/kit/http/free-ports'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findOrInstall } from '@takeoff/dev-env/find-or-install'
import { startGatewayProcess } from './fixtures/gateway-process.ts'
import type { GatewayProcess } from './fixtures/gateway-process.ts'
import { startKeepAliveLoad } from './fixtures/keep-alive-load.ts'
import type { FailedRequest, KeepAliveLoad } from './fixtures/keep-alive-load.ts'
import { startLibrary } from './fixtures/library.ts'
import type { Library } from './fixtures/library.ts'
import { startHaproxy } from '../../tests/fleet/haproxy.ts'

const haproxy = await findOrInstall('haproxy')
const CLIENTS = 4
const WAIT = { timeout: 30_000, interval: 20 }

// A test starts up to four gateways, one after the other.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const opened = new AsyncDisposableStack()
let before: Library
let after: Library
let home: string

beforeAll(async () => {
  before = opened.use(await startLibrary())
  after = opened.use(await startLibrary())
  home = opened.use(await openTemporaryFolder('gateway')).path
  await writeFile(path.join(home, 'before.graphql'), before.supergraphSdl)
  await writeFile(path.join(home, 'after.graphql'), after.supergraphSdl)
})
afterAll(() => opened.disposeAsync())

/** @param supergraph shows in the subgraphs which gateway took a request */
async function startGateway(
  port: number,
  supergraph: 'before' | 'after',
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({
    PORT: String(port),
    SUPERGRAPH_PATH: path.join(home, `${supergraph}.graphql`),
    LOG_LEVEL: 'silent',
    // A busy machine may be slow to plan the first operation, which these tests do not cover.
    PLANNING_TIMEOUT_MS: '30000',
    ...env,
  })
  onTestFinished(() => gateway[Symbol.asyncDispose]())
  return gateway
}

function startLoad(url: string): KeepAliveLoad {
  const load = startKeepAliveLoad(
    url,
    {
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ books { title copies } }' }),
    },
    CLIENTS,
  )
  onTestFinished(() => load.stop())
  return load
}

/**
 * Kills a gateway under load, and returns the failed requests that were sent after its end.
 *
 * Earlier ones may be more than the clients: while a process ends, the kernel closes its
 * connections before its listening socket, which accepts a client that connects again.
 */
async function failuresAfterKill(
  gateway: GatewayProcess,
  load: KeepAliveLoad,
): Promise<FailedRequest[]> {
  await load.more(100)
  expect(load.failures).toEqual([])
  await gateway.kill()
  const endedAt = performance.now()
  await load.more(300)
  return load.failures.filter(({ sentAt }) => sentAt > endedAt)
}

test('after SIGTERM a gateway is unready for SHUTDOWN_DELAY_MS, and serves meanwhile', async () => {
  // Longer than the test.
  const delayed = { SHUTDOWN_DELAY_MS: '600000' }
  const gateway = await startGateway(0, 'before', delayed)
  const ready = async () => (await fetch(`${gateway.url}/health/ready`)).status
  expect(await ready()).toBe(200)
  const ended = gateway.terminate()
  await expect.poll(ready, WAIT).toBe(503)
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"query":"{ books { title } }"}',
  })
  expect(response.status).toBe(200)
  expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200)
  await gateway.kill()
  await ended
})

describe.runIf(process.platform === 'linux')('two gateways on one port', () => {
  const shared = { REUSE_PORT: 'true' }

  test('are restarted one by one without a failed request', async () => {
    const [port = 0] = await findFreePorts(1)
    const old = await Promise.all([1, 2].map(() => startGateway(port, 'before', shared)))
    const load = startLoad(`http://127.0.0.1:${port}`)
    await load.more(100)
    for (const gateway of old) {
      await startGateway(port, 'after', shared)
      await load.more(100)
      await gateway.terminate()
      await load.more(100)
    }
    expect(load.failures).toEqual([])
    expect(load.bodies.size).toBe(1)
    const seen = before.seen.length
    await load.more(100)
    expect(before.seen).toHaveLength(seen)
  })

  test('lose only requests that were sent before the one that is killed has ended', async () => {
    const [port = 0] = await findFreePorts(1)
    const killed = await startGateway(port, 'before', shared)
    await startGateway(port, 'after', shared)
    const load = startLoad(`http://127.0.0.1:${port}`)
    expect(await failuresAfterKill(killed, load)).toEqual([])
  })

  test('are not allowed without REUSE_PORT', async () => {
    const [port = 0] = await findFreePorts(1)
    await startGateway(port, 'before')
    await expect(startGateway(port, 'before')).rejects.toThrow('the gateway ended before it served')
  })
})

describe.skipIf(haproxy === undefined)('two gateways behind HAProxy', () => {
  async function startBehindHaproxy(env: Readonly<Record<string, string>> = {}) {
    const [port = 0, ...gatewayPorts] = await findFreePorts(3)
    const gateways = await Promise.all(
      gatewayPorts.map(async (at) => ({ at, gateway: await startGateway(at, 'before', env) })),
    )
    const balancer = await startHaproxy(String(haproxy), home, { port, ports: gatewayPorts })
    onTestFinished(() => balancer[Symbol.asyncDispose]())
    return { url: `http://127.0.0.1:${port}`, gateways }
  }

  test('are restarted one by one without a failed request', async () => {
    const { url, gateways } = await startBehindHaproxy()
    const load = startLoad(url)
    for (const { at, gateway } of gateways) {
      await load.more(100)
      await gateway.terminate()
      await load.more(100)
      await startGateway(at, 'after')
      // HAProxy has noticed that it is back.
      const seen = after.seen.length
      await expect.poll(() => after.seen.length, WAIT).toBeGreaterThan(seen)
    }
    await load.more(100)
    expect(load.failures).toEqual([])
    expect(load.bodies.size).toBe(1)
  })

  test('lose only requests that were sent before the one that is killed has ended', async () => {
    const { url, gateways } = await startBehindHaproxy()
    const [{ gateway } = expect.fail()] = gateways
    expect(await failuresAfterKill(gateway, startLoad(url))).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'that trust it know the address of the client, which it states after those that the client has sent',
    async () => {
      const { url } = await startBehindHaproxy({ TRUSTED_PROXIES: '["127.0.0.1"]' })
      const sent = request(`${url}/graphql`, {
        method: 'POST',
        localAddress: '127.0.0.2',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
      })
      sent.end('{"query":"{ books { title } }"}')
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      expect(response.statusCode).toBe(200)
      expect(before.seen.at(-1)?.headers['x-client-address']).toBe('127.0.0.2')
    },
  )
})
