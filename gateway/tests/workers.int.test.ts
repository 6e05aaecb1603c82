import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startKeepAliveLoad } from '@takeoff/kit/testing/keep-alive-load'
import { startProgram } from '@takeoff/kit/testing/program'
import { startLibrary } from './fixtures/library.ts'

const WAIT = { timeout: 60_000, interval: 20 }
const MAIN = new URL('../src/main.ts', import.meta.url)

test('workers go over to another supergraph one by one, and no request fails', async () => {
  await using opened = new AsyncDisposableStack()
  const [old, next] = [opened.use(await startLibrary()), opened.use(await startLibrary())]
  const home = await mkdtemp(path.join(tmpdir(), 'gateway-'))
  opened.defer(() => rm(home, { recursive: true }))
  const supergraph = path.join(home, 'supergraph.graphql')
  await writeFile(supergraph, old.supergraphSdl)
  const env = { GATEWAY_WORKERS: '2', AUTH: 'off', SUPERGRAPH_PATH: supergraph }
  const gateway = opened.use(startProgram(MAIN, { env }))
  const url = await gateway.url

  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ books { title copies } }' }),
  }
  const load = startKeepAliveLoad(url, { ...request, path: '/graphql' }, 2)
  await load.more(100)
  await writeFile(supergraph, next.supergraphSdl)
  gateway.signal('SIGHUP')
  await vi.waitFor(
    () => expect(gateway.log.filter(({ msg }) => msg === 'stopping')).toHaveLength(2),
    WAIT,
  )
  await load.stop()
  expect(load.failures).toEqual([])
  expect(load.answers.size).toBe(1)

  const seen = next.seen.length
  const answer = await (await fetch(`${url}/graphql`, request)).text()
  expect(load.answers).toContain(answer)
  expect(answer).toContain('{"title":"Gutters","copies":20}')
  expect(next.seen.length).toBeGreaterThan(seen)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics.match(/^worker_up\{worker="\d"\} 1$/gm)).toHaveLength(2)
}, 90_000)
