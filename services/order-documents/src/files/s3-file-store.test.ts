import { buffer } from 'node:stream/consumers'
import { HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3'
import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DamagedFileError, FileStoreUnavailableError } from './file-store.ts'
import type { FileStore } from './file-store.ts'
import { S3FileStore } from './s3-file-store.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startObjectStore } from '@takeoff/kit/testing/object-store'

const BYTES = Buffer.from('0123456789')
const KEY = '1/document/file.pdf'
const TYPE = 'application/pdf'

let server: Awaited<ReturnType<typeof startObjectStore>>
let store: FileStore
let client: S3Client

beforeAll(async () => {
  server = await startObjectStore()
  store = new S3FileStore(server.options)
  client = new S3Client({ ...server.options, forcePathStyle: true })
})

afterAll(async () => {
  client.destroy()
  await server[Symbol.asyncDispose]()
})

describe('the S3 store', () => {
  it('stores an object with its type', async () => {
    await store.put(KEY, BYTES, TYPE)

    expect(await headOf(KEY)).toMatchObject({ ContentLength: 10, ContentType: TYPE })
  })

  it('reads an object, whole or in part', async () => {
    await store.put(KEY, BYTES, TYPE)

    expect((await buffer(await store.read(KEY, 10))).equals(BYTES)).toBe(true)
    const part = await store.read(KEY, 10, { start: 2, end: 4 })
    expect((await buffer(part)).toString()).toBe('234')
  })

  it('keeps the content of a large file', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'takeoff ')
    await store.put('1/large.pdf', large, TYPE)

    expect((await buffer(await store.read('1/large.pdf', large.length))).equals(large)).toBe(true)
  })

  it('deletes an object and only that; a missing one is no error', async () => {
    await store.put('2/a/file.pdf', BYTES, TYPE)
    await store.put('2/a/file.pdf2', BYTES, TYPE)
    await store.delete('2/a/file.pdf')
    await store.delete('2/a/file.pdf')

    expect(await headOf('2/a/file.pdf')).toBeUndefined()
    expect(await headOf('2/a/file.pdf2')).toBeDefined()
  })

  it('lists objects, and measures one', async () => {
    await store.put('4/a/file.pdf', BYTES, TYPE)
    await store.put('4/b/file.csv', BYTES.subarray(0, 3), TYPE)

    const listed = await Array.fromAsync(store.list())
    const own = listed.filter(({ key }) => key.startsWith('4/'))
    expect(own.map(({ key, name }) => [key, name])).toEqual([
      ['4/a/file.pdf', '4/a/file.pdf'],
      ['4/b/file.csv', '4/b/file.csv'],
    ])
    expect(own.every(({ changedAt }) => Date.now() - changedAt.getTime() < 60_000)).toBe(true)
    expect(await store.sizeOf('4/b/file.csv')).toBe(3)
    expect(await store.sizeOf('4/b/none.csv')).toBeUndefined()
  })

  it('reports bytes that are missing or fewer than expected', async () => {
    await store.put(KEY, BYTES, TYPE)

    await expect(store.read('1/document/none.pdf', 10)).rejects.toThrow(DamagedFileError)
    await expect(store.read(KEY, 11)).rejects.toThrow(DamagedFileError)
    await expect(store.read(KEY, 30, { start: 5, end: 20 })).rejects.toThrow(DamagedFileError)
    await expect(store.read(KEY, 30, { start: 15, end: 20 })).rejects.toThrow(DamagedFileError)
  })
})

describe('an S3 store that refuses', () => {
  it.each([
    ['a wrong secret', { accessKeyId: 'S3RVER', secretAccessKey: 'x' }, /SignatureDoesNot/],
    ['an unknown key', { accessKeyId: 'x', secretAccessKey: 'S3RVER' }, /InvalidAccessKeyId/],
  ])('%s: reports it, and neither stores nor returns anything', async (_, credentials, why) => {
    const stranger = new S3FileStore({ ...server.options, credentials })
    const key = '3/refused.pdf'

    await expect(stranger.put(key, BYTES, TYPE)).rejects.toMatchObject({
      name: 'FileStoreUnavailableError',
      cause: { message: expect.stringMatching(why) },
    })
    await expect(stranger.read(key, 10)).rejects.toThrow(FileStoreUnavailableError)
    await expect(stranger.delete(key)).rejects.toMatchObject({
      name: 'FileStoreUnavailableError',
      cause: { message: expect.stringMatching(why) },
    })
    await expect(stranger.sizeOf(key)).rejects.toThrow(FileStoreUnavailableError)
    await expect(Array.fromAsync(stranger.list())).rejects.toMatchObject({
      name: 'FileStoreUnavailableError',
      cause: { message: expect.stringMatching(why) },
    })
    expect(await headOf(key)).toBeUndefined()
  })

  it('reports a bucket that does not exist', async () => {
    const elsewhere = new S3FileStore({ ...server.options, bucket: 'nowhere' })

    await expect(elsewhere.put(KEY, BYTES, TYPE)).rejects.toMatchObject({
      cause: {
        message: expect.stringContaining('nowhere/1/document/file.pdf was not stored: NoSuch'),
      },
    })
  })
})

describe('an S3 store that does not respond', () => {
  it('times out: put, delete and read', async () => {
    await using silent = await startSilentServer()
    const waiting = new S3FileStore({
      ...server.options,
      endpoint: silent.url,
      timeoutsMs: { attempt: 20, write: 60_000 },
    })

    await expect(waiting.put(KEY, BYTES, TYPE)).rejects.toThrow(FileStoreUnavailableError)
    await expect(waiting.delete(KEY)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('20 ms requestTimeout') },
    })
    await expect(waiting.read(KEY, 10)).rejects.toThrow(FileStoreUnavailableError)
  })

  it('times out for all attempts together', async () => {
    await using silent = await startSilentServer()
    const waiting = new S3FileStore({
      ...server.options,
      endpoint: silent.url,
      timeoutsMs: { attempt: 60_000, write: 20 },
    })

    await expect(waiting.put(KEY, BYTES, TYPE)).rejects.toThrow(FileStoreUnavailableError)
  })

  it('times out in the middle of a file', async () => {
    await using stalling = await startLocalServer((_, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('01234')
    })
    const waiting = new S3FileStore({
      ...server.options,
      endpoint: stalling.url,
      timeoutsMs: { attempt: 50, write: 200 },
    })

    await expect(buffer(await waiting.read(KEY, 10))).rejects.toThrow(/./)
  })

  it('is reported when nothing listens', async () => {
    const silent = await startSilentServer()
    await silent[Symbol.asyncDispose]()
    const waiting = new S3FileStore({ ...server.options, endpoint: silent.url })

    await expect(waiting.put(KEY, BYTES, TYPE)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('ECONNREFUSED') },
    })
  })
})

/** The object's head, or undefined where there is none. */
async function headOf(key: string): Promise<HeadObjectCommandOutput | undefined> {
  try {
    return await client.send(new HeadObjectCommand({ Bucket: 'orders', Key: key }))
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

/** Accepts every request and never responds. */
const startSilentServer = () => startLocalServer(() => undefined)
