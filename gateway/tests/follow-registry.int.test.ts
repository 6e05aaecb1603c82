import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { versionOf } from '@takeoff/supergraph/registry/version'
import { PlannerUnavailableError } from '../src/execution/planning/planning-errors.ts'
import { PlanningThread } from '../src/execution/planning/planning-thread.ts'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'
import { createTestRegistry, versionFrom, withField } from './fixtures/test-registry.ts'
import type { TestRegistry } from './fixtures/test-registry.ts'

const TITLES = { query: '{ books { title } }' }
const FAILURES = 'supergraph_registry_failures_total'
const COPIES = { query: '{ books { title copies } }' }

let registry: TestRegistry

const library = await disposeAfterAll(startLibrary())
const elsewhere = await disposeAfterAll(startLibrary())
beforeEach(async () => {
  registry = await createTestRegistry(library, elsewhere)
})
afterEach(async () => {
  library.respond('catalog', undefined)
  await registry[Symbol.asyncDispose]()
})

const whole = () => versionFrom(library.subgraphs.catalog, library.subgraphs.stock)
const catalogOnly = () => versionFrom(library.subgraphs.catalog)
const broken = () => versionOf([library.subgraphs.catalog], 'type Query { this: IsNoSupergraph }')
const follow = (env = {}) => startGateway('', { ...registry.env, ...env })

const SOON = { interval: 5 }

/** Sends requests until that version responds. */
async function untilServed(gateway: TestGateway, version: string): Promise<void> {
  const served = async () => (await gateway.send(TITLES)).headers.get('x-supergraph-version')
  await expect.poll(served, SOON).toBe(version)
}

async function metric(gateway: TestGateway, name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  const line = text.split('\n').find((line) => line.startsWith(name))
  return Number(line?.split(' ').at(-1) ?? 0)
}

async function untilMetric(gateway: TestGateway, name: string, least: number): Promise<void> {
  await expect.poll(() => metric(gateway, name), SOON).toBeGreaterThanOrEqual(least)
}

describe('a gateway that follows a registry', () => {
  it('needs the secrets of the first version, and keeps serving when another needs more', async () => {
    await registry.publish(whole())
    const auth = { AUTH: 'on', AUTH_ISSUER: 'https://issuer.example' }
    const SUBGRAPH_SECRETS = JSON.stringify({ catalog: 's'.repeat(32), later: 's'.repeat(32) })
    await expect(follow({ ...auth, SUBGRAPH_SECRETS })).rejects.toThrow(
      'SUBGRAPH_SECRETS must have the service secret of stock',
    )

    await registry.publish(catalogOnly())
    await using gateway = await follow({ ...auth, SUBGRAPH_SECRETS })
    const supergraph = await registry.publish(whole())
    const ready = async () => (await fetch(`${gateway.url}/health/ready`)).json()
    await expect.poll(ready).toEqual({ status: 'ok', supergraph })
  })

  it('serves the current version, and reports it', async () => {
    const id = await registry.publish(whole())
    await using gateway = await follow()
    const { headers, body } = await gateway.send(COPIES)
    expect(body.data).toEqual({
      books: [
        { title: 'Shingles', copies: 10 },
        { title: 'Gutters', copies: 20 },
      ],
    })
    expect(headers.get('x-supergraph-version')).toBe(id)
    const ready = await fetch(`${gateway.url}/health/ready`)
    expect(await ready.json()).toEqual({ status: 'ok', supergraph: id })
    expect(await metric(gateway, `supergraph_served{version="${id}"`)).toBe(1)
  })

  it('swaps after a publication, and after a rollback', async () => {
    const first = await registry.publish(catalogOnly())
    await using gateway = await follow()
    expect((await gateway.send(COPIES)).status).toBe(400)
    const second = await registry.publish(whole())
    await untilServed(gateway, second)
    expect((await gateway.send(COPIES)).body.errors).toBeUndefined()
    await registry.registry.goBack(await registry.registry.history(), first)
    await untilServed(gateway, first)
    expect((await gateway.send(COPIES)).status).toBe(400)
  })

  it('completes a request with the supergraph that it began with', async () => {
    await registry.publish(whole())
    await using gateway = await follow()
    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    library.respond('catalog', async (_request, _response, next) => {
      arrived.resolve()
      await release.promise
      next()
    })
    const pending = gateway.send(COPIES)
    await arrived.promise
    library.respond('catalog', undefined)
    await untilServed(gateway, await registry.publish(catalogOnly()))
    release.resolve()
    const { body, headers } = await pending
    expect(body).toEqual({
      data: {
        books: [
          { title: 'Shingles', copies: 10 },
          { title: 'Gutters', copies: 20 },
        ],
      },
    })
    expect(headers.get('x-supergraph-version')).toBe(whole().id)
  })

  it('sends requests to the new address of a subgraph', async () => {
    await registry.publish(catalogOnly())
    await using gateway = await follow()
    const moved = versionFrom({ ...library.subgraphs.catalog, url: elsewhere.urls.catalog })
    await untilServed(gateway, await registry.publish(moved))
    elsewhere.seen.length = 0
    library.seen.length = 0
    await gateway.send(TITLES)
    expect(elsewhere.seen).toHaveLength(1)
    expect(library.seen).toHaveLength(0)
  })

  it('reports the readiness of the current subgraphs', async () => {
    const nowhere = { ...library.subgraphs.stock, url: 'http://127.0.0.1:9/graphql' }
    await registry.publish(versionFrom(library.subgraphs.catalog, nowhere))
    const origins = `${registry.env['SUBGRAPH_ORIGINS']},http://127.0.0.1:9`
    await using gateway = await follow({ SUBGRAPH_ORIGINS: origins })
    const unready = await fetch(`${gateway.url}/health/ready?deep`)
    expect(unready.status).toBe(503)
    expect(await unready.json()).toMatchObject({ supergraph: expect.stringMatching(/^\w{16}$/) })
    await untilServed(gateway, await registry.publish(catalogOnly()))
    expect((await fetch(`${gateway.url}/health/ready?deep`)).status).toBe(200)
  })
})

describe('the served supergraph stays', () => {
  it('when a supergraph is broken, until one is not', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    await registry.publish(broken())
    await untilMetric(gateway, 'supergraph_swaps_total{result="refused"', 1)
    const { headers, body } = await gateway.send(COPIES)
    expect(body.errors).toBeUndefined()
    expect(headers.get('x-supergraph-version')).toBe(good)
    const addressless = { ...library.subgraphs.catalog, url: '' }
    await registry.publish(versionFrom(addressless))
    await untilMetric(gateway, 'supergraph_swaps_total{result="refused"', 2)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
    await untilServed(gateway, await registry.publish(catalogOnly()))
  })

  it('when the planner is unavailable while the next one is loaded, and is tried again', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    using preparing = vi.spyOn(PlanningThread.prototype, 'prepare')
    preparing.mockRejectedValueOnce(new PlannerUnavailableError())
    const next = await registry.publish(catalogOnly())
    await untilServed(gateway, next)
    expect(preparing).toHaveBeenCalledTimes(2)
    expect(await metric(gateway, 'supergraph_swaps_total{result="refused"')).toBe(0)
    expect(next).not.toBe(good)
  })

  it('when the registry is empty, which is a failure', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    expect(await metric(gateway, FAILURES)).toBe(0)
    await registry.empty()
    await untilMetric(gateway, FAILURES, 1)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
  })

  it('while the registry is unavailable, and follows it again when it is back', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    await registry.goAway()
    await untilMetric(gateway, FAILURES, 1)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
    await registry.comeBack()
    await untilServed(gateway, await registry.publish(catalogOnly()))
  })

  it('when a version is damaged in the registry', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    const damaged = { ...catalogOnly(), supergraphSdl: whole().supergraphSdl }
    await registry.publish(damaged)
    await untilMetric(gateway, FAILURES, 1)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
  })
})

describe('a gateway serves no supergraph', () => {
  it('that no accepted publisher has signed', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    await registry.publish(catalogOnly(), generateKeyPairSync('ed25519').privateKey)
    await untilMetric(gateway, FAILURES, 1)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
    await registry.publish(catalogOnly())
    await untilServed(gateway, catalogOnly().id)
  })

  it('whose signature was made for another', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    const read = await registry.registry.history()
    const signature = read.history?.versions[0]?.signature ?? ''
    const entry = { publishedAt: '', changed: [], acceptedBreaking: false, signature }
    await registry.registry.publish(read, catalogOnly(), entry)
    await untilMetric(gateway, FAILURES, 1)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
  })

  it('that sends requests to an origin which is not allowed', async () => {
    const good = await registry.publish(whole())
    await using gateway = await follow()
    await using stranger = await startLibrary()
    const catalog = { ...library.subgraphs.catalog, url: stranger.urls.catalog }
    await registry.publish(versionFrom(catalog, library.subgraphs.stock))
    await untilMetric(gateway, 'supergraph_swaps_total{result="refused"', 1)
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(good)
    expect(stranger.seen).toEqual([])
  })

  it.each(['SUPERGRAPH_PUBLIC_KEYS', 'SUBGRAPH_ORIGINS'])(
    'of a registry without %s',
    async (name) => {
      await registry.publish(whole())
      await expect(follow({ [name]: '' })).rejects.toThrow(
        `${name} must be set with SUPERGRAPH_REGISTRY`,
      )
    },
  )
})

it('a gateway needs to read the registry only', async () => {
  await registry.publish(whole())
  const { SUPERGRAPH_REGISTRY: folder = '' } = registry.env
  const before = await readdir(folder, { recursive: true })
  const gateway = await follow()
  await gateway.send(TITLES)
  await gateway[Symbol.asyncDispose]()
  expect(await registry.operations.read()).toHaveLength(1)
  expect(await readdir(folder, { recursive: true })).toEqual(before)
})

describe('a gateway that starts', () => {
  it('from its copy while the registry is unavailable, and follows it when it is back', async () => {
    const id = await registry.publish(whole())
    await (await follow())[Symbol.asyncDispose]()
    await registry.goAway()
    await using gateway = await follow()
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(id)
    await registry.comeBack()
    await untilServed(gateway, await registry.publish(catalogOnly()))
  })

  it('from its copy while the registry holds a broken one', async () => {
    const id = await registry.publish(whole())
    await (await follow())[Symbol.asyncDispose]()
    await registry.publish(broken())
    await using gateway = await follow()
    expect((await gateway.send(COPIES)).headers.get('x-supergraph-version')).toBe(id)
  })

  it('from the registry, whatever its copy says', async () => {
    await registry.publish(whole())
    await (await follow())[Symbol.asyncDispose]()
    const id = await registry.publish(catalogOnly())
    await using gateway = await follow()
    expect((await gateway.send(TITLES)).headers.get('x-supergraph-version')).toBe(id)
  })

  it('not at all where there is neither, and reports what to do', async () => {
    await expect(follow()).rejects.toThrow(/There is no supergraph to serve.*publish --all/)
    await writeFile(registry.env['SUPERGRAPH_COPY'] ?? '', '{"subgraphs":[],"supergr')
    await expect(follow()).rejects.toThrow('has none either')
  })

  it('although its copy cannot be written', async () => {
    await registry.publish(whole())
    await using gateway = await follow({ SUPERGRAPH_COPY: '/nowhere/at/all.json' })
    expect((await gateway.send(COPIES)).status).toBe(200)
  })
})

describe('the operations that gateways serve', () => {
  const NAMED = 'query Cover($id: ID!) { book(id: $id) { title } }'

  it('are recorded without what clients write into them, and added up over all gateways', async () => {
    await registry.publish(whole())
    const first = await follow()
    const second = await follow()
    const shop = { 'graphql-client-name': 'shop' }
    await first.send(
      { query: '{ book(id: "4711") { title } }' },
      { 'graphql-client-name': 'a@b.c' },
    )
    await first.send({ query: '{ book(id: "4712") { title } }' })
    await first.send({ query: NAMED, variables: { id: '1' } }, shop)
    await second.send({ query: NAMED, variables: { id: '2' } })
    await second.send({ query: '{ nonsense }' })
    const refused = await second.send({ query: NAMED.replace('Cover', 'Refused') })
    expect(refused.status).toBe(400)
    await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()])

    const records = await registry.operations.read()
    expect(records).toHaveLength(2)
    expect(records).toContainEqual(
      expect.objectContaining({ count: 2, clients: ['shop'], exact: true }),
    )
    const literal = records.find(({ exact }) => !exact)
    expect(literal).toMatchObject({ count: 2, clients: [], exact: false })
    expect(literal?.document).toBe('{\n  book(id: "") {\n    title\n  }\n}')
    expect(JSON.stringify(records)).not.toMatch(/471[12]|a@b/)
  })

  it('are planned before a supergraph serves', async () => {
    await registry.publish(whole())
    await using recording = await follow({ SUPERGRAPH_RECORD_MS: '10' })
    await recording.send({ query: NAMED, variables: { id: '1' } })
    await expect.poll(() => registry.operations.read(), SOON).not.toEqual([])
    const id = await registry.publish(versionFrom(withField(library.subgraphs.catalog, 'more')))
    await untilServed(recording, id)
    using planning = vi.spyOn(PlanningThread.prototype, 'plan')
    expect((await recording.send({ query: NAMED, variables: { id: '1' } })).body.data).toEqual({
      book: { title: 'Shingles' },
    })
    expect(planning).not.toHaveBeenCalled()
    await recording.send({ query: NAMED.replace('Cover', 'Other'), variables: { id: '1' } })
    expect(planning).toHaveBeenCalledOnce()
  })

  it('are not recorded where no place for them is given', async () => {
    await registry.publish(whole())
    const gateway = await follow({ SUPERGRAPH_OPERATIONS: '' })
    await gateway.send(TITLES)
    await gateway[Symbol.asyncDispose]()
    expect(await registry.operations.read()).toEqual([])
  })
})

it('without a registry the version is that of the file', async () => {
  await using gateway = await startGateway(library.supergraphSdl)
  const { headers } = await gateway.send(TITLES)
  expect(headers.get('x-supergraph-version')).toMatch(/^[\da-f]{16}$/)
  await expect(readFile(registry.env['SUPERGRAPH_COPY'] ?? '')).rejects.toThrow('ENOENT')
})
