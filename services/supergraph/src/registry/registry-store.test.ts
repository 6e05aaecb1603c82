import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startObjectStore } from '@takeoff/kit/testing/object-store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFolderStore } from './folder-store.ts'
import { RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore } from './registry-store.ts'
import { S3Store } from './s3-store.ts'

let root = ''
let objects: Awaited<ReturnType<typeof startObjectStore>>
let count = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'registry-'))
  objects = await startObjectStore()
})

afterAll(async () => {
  await objects[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

const openFolder = async (): Promise<RegistryStore> => {
  const folder = join(root, String((count += 1)))
  await mkdir(folder)
  return createFolderStore(folder)
}
const options = () => ({ ...objects.options, variable: 'SUPERGRAPH_OPERATIONS' as const })
const openBucket = (): Promise<RegistryStore> =>
  Promise.resolve(new S3Store({ ...options(), prefix: `${(count += 1)}/` }))

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucket],
])('%s', (_, open) => {
  let store: RegistryStore
  beforeEach(async () => {
    store = await open()
  })

  it('holds nothing at first', async () => {
    expect(await store.read('current.json')).toBeUndefined()
    expect(await store.readIfChanged('current.json', undefined)).toBeUndefined()
  })

  it('replaces content that is unchanged since it was read', async () => {
    expect(await store.replace('current.json', 'one', undefined)).toBe(true)
    const one = await store.read('current.json')
    expect(one?.text).toBe('one')
    expect(await store.replace('current.json', 'two', one?.tag)).toBe(true)
    expect((await store.read('current.json'))?.text).toBe('two')
  })

  it('refuses to replace content that another writer has replaced', async () => {
    await store.replace('current.json', 'one', undefined)
    const one = await store.read('current.json')
    await store.replace('current.json', 'two', one?.tag)
    expect(await store.replace('current.json', 'mine', undefined)).toBe(false)
    expect(await store.replace('current.json', 'mine', one?.tag)).toBe(false)
    expect((await store.read('current.json'))?.text).toBe('two')
  })

  it('accepts one of many concurrent writers, so that no change is lost', async () => {
    async function add(name: string): Promise<void> {
      for (;;) {
        const stored = await store.read('current.json')
        if (await store.replace('current.json', `${stored?.text ?? ''}${name}`, stored?.tag)) return
      }
    }
    const names = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(names.map(add))
    const { text = '' } = (await store.read('current.json')) ?? {}
    expect(text.split('').sort()).toEqual(names)
  })

  it('reports unchanged content', async () => {
    await store.replace('current.json', 'one', undefined)
    const one = await store.read('current.json')
    expect(await store.readIfChanged('current.json', one?.tag)).toBe('unchanged')
    await store.replace('current.json', 'two', one?.tag)
    expect(await store.readIfChanged('current.json', one?.tag)).toMatchObject({ text: 'two' })
  })

  it('never changes created content', async () => {
    await store.create('versions/a.json', 'first')
    await store.create('versions/a.json', 'second')
    expect((await store.read('versions/a.json'))?.text).toBe('first')
  })
})

describe('a folder', () => {
  it('keeps the last generations only, and none of a writer that was far behind', async () => {
    const folder = join(root, 'generations')
    await mkdir(folder)
    const store = createFolderStore(folder)
    for (let n = 0; n < 30; n += 1) {
      await store.replace('current.json', String(n), n === 0 ? undefined : String(n))
    }
    expect(await readdir(folder)).toHaveLength(8)
    expect(await store.replace('current.json', 'late', '3')).toBe(false)
    expect(await readdir(folder)).toHaveLength(8)
    expect((await store.read('current.json'))?.text).toBe('29')
  })

  it('ignores the remains of a killed writer', async () => {
    const folder = join(root, 'killed')
    await mkdir(folder)
    const store = createFolderStore(folder)
    await store.replace('current.json', 'whole', undefined)
    await writeFile(join(folder, '.half.tmp'), 'ha')
    expect((await store.read('current.json'))?.text).toBe('whole')
    expect(await store.replace('current.json', 'next', '1')).toBe(true)
  })

  it('reports what to do when it is missing or not a folder, with the name of its variable', async () => {
    const operations = createFolderStore(join(root, 'none'), 'SUPERGRAPH_OPERATIONS')
    await expect(operations.read('x')).rejects.toThrow(
      'Create it, or name another in SUPERGRAPH_OPERATIONS.',
    )
    await writeFile(join(root, 'file'), '')
    await expect(createFolderStore(join(root, 'file')).read('x')).rejects.toThrow('is no folder')
  })
})

describe('a bucket', () => {
  it('reports what to check when it refuses or does not exist', async () => {
    const nowhere = new S3Store({ ...options(), bucket: 'nowhere', prefix: '' })
    await expect(nowhere.replace('x', 'x', undefined)).rejects.toThrow(
      /NoSuchBucket.*Check SUPERGRAPH_OPERATIONS and the S3_… variables/,
    )
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' }
    const stranger = new S3Store({ ...options(), credentials, prefix: '' })
    await expect(stranger.read('x')).rejects.toThrow('SignatureDoesNotMatch')
  })

  it('times out when it does not respond in time', async () => {
    await using silent = await startLocalServer(() => undefined)
    const store = new S3Store({ ...options(), endpoint: silent.url, prefix: '', timeoutMs: 20 })
    await expect(store.read('x')).rejects.toThrow(RegistryUnavailableError)
    await expect(store.create('x', 'x')).rejects.toThrow(RegistryUnavailableError)
  })
})
