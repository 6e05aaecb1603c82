import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Pool } from 'undici'
import { startGatewayProcess } from './fixtures/gateway-process.ts'
import type { GatewayProcess } from './fixtures/gateway-process.ts'
import { startLibrary } from './fixtures/library.ts'
import type { Library } from './fixtures/library.ts'
import { createTestRegistry, versionFrom, withField } from './fixtures/test-registry.ts'
import type { TestRegistry } from './fixtures/test-registry.ts'
import { versionOf } from '@takeoff/supergraph/registry/version'
import type { Version } from '@takeoff/supergraph/registry/version'
import { scaled } from '@takeoff/kit/testing/scale'

const SWAPS = scaled(100, 20)
const REQUESTS_MIN = scaled(10_000, 2_000)
/** Requests in flight at each of the two gateways. */
const CALLERS = 2
/** Some ten seconds on two idle cores. */
const TIME_LIMIT_MS = 120_000
const QUERY = JSON.stringify({ query: '{ books { id title } }' })
const RESPONSE = '{"data":{"books":[{"id":"1","title":"Shingles"},{"id":"2","title":"Gutters"}]}}'

let library: Library
let elsewhere: Library
let registry: TestRegistry
let first: GatewayProcess
let second: GatewayProcess

beforeAll(async () => {
  library = await startLibrary()
  elsewhere = await startLibrary()
  for (const place of [library, elsewhere]) {
    place.respond('catalog', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(RESPONSE)
    })
  }
  registry = await createTestRegistry(library, elsewhere)
  await registry.publish(versionFrom(library.subgraphs.catalog, library.subgraphs.stock))
  ;[first, second] = await Promise.all([start('first'), start('second')])
})
afterAll(async () => {
  await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()])
  await registry[Symbol.asyncDispose]()
  await library[Symbol.asyncDispose]()
  await elsewhere[Symbol.asyncDispose]()
})

/** Starts a gateway with a copy of its own, as if on a machine of its own. */
function start(name: string): Promise<GatewayProcess> {
  const copy = `${registry.env['SUPERGRAPH_COPY']}.${name}`
  return startGatewayProcess({ ...registry.env, COST_EXTENSION: 'off', SUPERGRAPH_COPY: copy })
}

/** Sends requests to one gateway continuously, and records everything that is not a complete response. */
class Load implements AsyncDisposable {
  requests = 0
  readonly faults: string[] = []
  readonly #pool: Pool
  readonly #callers: Promise<void>[]
  #version: unknown
  #wanted: { readonly version: string; readonly seen: () => void } | undefined
  #stopped = false

  constructor({ url }: GatewayProcess) {
    this.#pool = new Pool(url, { connections: CALLERS })
    this.#callers = Array.from({ length: CALLERS }, () => this.#call())
  }

  /** Resolves when a response is of that version. */
  seen(version: string): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted = { version, seen: resolve }
      if (this.#version === version) resolve()
    })
  }

  async #call(): Promise<void> {
    while (!this.#stopped) {
      const { statusCode, headers, body } = await this.#pool.request({
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json' },
        body: QUERY,
      })
      const text = await body.text()
      this.requests += 1
      if (statusCode !== 200 || text !== RESPONSE) this.faults.push(`${statusCode} ${text}`)
      this.#version = headers['x-supergraph-version']
      if (this.#version === this.#wanted?.version) this.#wanted?.seen()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#callers)
    await this.#pool.close()
  }
}

/** Versions that differ in fields, in whether there is a second subgraph, and in where the first one is. */
function differentVersions(): Version[] {
  const { catalog, stock } = library.subgraphs
  const moved = { ...catalog, url: elsewhere.urls.catalog }
  const kinds = [
    versionFrom(catalog),
    versionFrom(withField(moved, 'added'), stock),
    versionFrom(withField(catalog, 'other'), stock),
    versionFrom(moved),
  ]
  return Array.from({ length: SWAPS / kinds.length }, (_, n) =>
    kinds.map(({ subgraphs, supergraphSdl }) => versionOf(subgraphs, `# ${n}\n${supergraphSdl}`)),
  ).flat()
}

async function expectServed({ url }: GatewayProcess, version: Version): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: QUERY })
  expect(await response.text()).toBe(RESPONSE)
  expect(response.headers.get('x-supergraph-version')).toBe(version.id)
}

describe('two gateways that follow one registry', () => {
  it(
    `fail none of ${REQUESTS_MIN} requests in ${SWAPS} swaps`,
    async () => {
      const loads = [new Load(first), new Load(second)]
      for (const version of differentVersions()) {
        await registry.publish(version)
        await Promise.all(loads.map((load) => load.seen(version.id)))
      }
      const requests = () => loads.reduce((sum, load) => sum + load.requests, 0)
      while (requests() < REQUESTS_MIN) await fetch(`${first.url}/health/live`)
      await Promise.all(loads.map((load) => load[Symbol.asyncDispose]()))

      expect(loads.flatMap(({ faults }) => faults)).toEqual([])
      expect(requests()).toBeGreaterThanOrEqual(REQUESTS_MIN)
      for (const { url } of [first, second]) {
        const metrics = await (await fetch(`${url}/metrics`)).text()
        expect(metrics).toMatch(
          new RegExp(`supergraph_swaps_total{result="swapped".*} ${SWAPS + 1}`),
        )
      }
    },
    TIME_LIMIT_MS,
  )
})

describe('a gateway that is killed in the middle of a swap', () => {
  it(
    'starts again with the last good supergraph, while the registry is away',
    async () => {
      await first[Symbol.asyncDispose]()
      const load = new Load(second)
      const last = versionFrom(library.subgraphs.catalog)
      await registry.publish(last)
      await load.seen(last.id)
      await load[Symbol.asyncDispose]()

      // It reads the operations to plan before it swaps: a pipe is open when it does, and holds it there.
      const operations = `${registry.env['SUPERGRAPH_OPERATIONS']}/operations.json.1000000`
      await promisify(execFile)('mkfifo', [operations])
      const next = versionFrom(library.subgraphs.catalog, library.subgraphs.stock)
      await registry.publish(next)
      const pipe = await open(operations, 'w')
      await expectServed(second, last)
      await second.kill()
      await pipe.close()
      await rm(operations)

      await registry.goAway()
      second = await start('second')
      await expectServed(second, last)
      await registry.comeBack()
      const later = new Load(second)
      await later.seen(next.id)
      await later[Symbol.asyncDispose]()
      expect([...load.faults, ...later.faults]).toEqual([])
    },
    TIME_LIMIT_MS,
  )
})
