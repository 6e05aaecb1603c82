import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { signatureOf } from '@takeoff/supergraph/registry/signature'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import { createTestRegistry, publicTextOf, versionFrom } from './fixtures/test-registry.ts'
import type { TestRegistry } from './fixtures/test-registry.ts'

let registry: TestRegistry

const library = await disposeAfterAll(startLibrary())

beforeEach(async () => {
  registry = await createTestRegistry(library)
})
afterEach(() => registry[Symbol.asyncDispose]())

const whole = () => versionFrom(library.subgraphs.catalog, library.subgraphs.stock)
const catalogOnly = () => versionFrom(library.subgraphs.catalog)
const copyPath = () => registry.env['SUPERGRAPH_COPY'] ?? ''
const follow = (env = {}) => startGateway('', { ...registry.env, ...env })

it.each<[string, () => Promise<Readonly<Record<string, string>>>]>([
  [
    'that a publisher has signed who is no longer accepted',
    () => Promise.resolve({ SUPERGRAPH_PUBLIC_KEYS: publicTextOf(generateKeyPairSync('ed25519')) }),
  ],
  [
    'without a signature, as earlier gateways wrote it',
    async () => {
      const { subgraphs, supergraphSdl } = whole()
      await writeFile(copyPath(), JSON.stringify({ subgraphs, supergraphSdl }))
      return {}
    },
  ],
  [
    'with the signature of another version',
    async () => {
      const copy = JSON.parse(await readFile(copyPath(), 'utf8')) as object
      const { supergraphSdl } = catalogOnly()
      await writeFile(copyPath(), JSON.stringify({ ...copy, supergraphSdl }))
      return {}
    },
  ],
])('a gateway does not start from a copy %s', async (_what, change) => {
  await registry.publish(whole())
  await (await follow())[Symbol.asyncDispose]()
  const env = await change()
  await registry.goAway()
  await expect(follow(env)).rejects.toThrow(
    /copy\.json has no signature of a key in SUPERGRAPH_PUBLIC_KEYS/,
  )
})

it('a gateway starts from a copy, with the newest signature of its version', async () => {
  const next = generateKeyPairSync('ed25519')
  const { SUPERGRAPH_PUBLIC_KEYS: old } = registry.env
  const keys = `${old},${publicTextOf(next)}`
  const id = await registry.publish(whole())
  const gateway = await follow({ SUPERGRAPH_PUBLIC_KEYS: keys })
  await registry.publish(whole(), next.privateKey)
  const signature = signatureOf(whole(), next.privateKey)
  await expect.poll(() => readFile(copyPath(), 'utf8')).toContain(signature)
  await gateway[Symbol.asyncDispose]()

  await registry.goAway()
  await using restarted = await follow({ SUPERGRAPH_PUBLIC_KEYS: publicTextOf(next) })
  expect(
    (await restarted.send({ query: '{ warehouses }' })).headers.get('x-supergraph-version'),
  ).toBe(id)
})
