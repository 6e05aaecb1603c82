import { buffer } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileUnavailableError } from './file-store.ts'
import type { FileStore } from './file-store.ts'
import { createS3FileStore } from './s3-file-store.ts'

const BYTES = Buffer.from('0123456789')

let server: Awaited<ReturnType<typeof startObjectStore>>
let store: FileStore

beforeAll(async () => {
  server = await startObjectStore()
  store = createS3FileStore({
    bucket: 'orders',
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })
})

afterAll(() => server.close())

describe('the S3 store', () => {
  it('puts an object with its type, signed and private', async () => {
    await store.put('1/document/file.pdf', BYTES, 'application/pdf')

    const object = server.objects.get('1/document/file.pdf')
    expect(object?.bytes.equals(BYTES)).toBe(true)
    expect(object?.headers['content-type']).toBe('application/pdf')
    expect(object?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//)
    expect(object?.headers['x-amz-acl']).toBeUndefined()
  })

  it('reads an object, whole or in part', async () => {
    await store.put('1/document/read.pdf', BYTES, 'application/pdf')

    expect((await buffer(await store.read('1/document/read.pdf', 10))).equals(BYTES)).toBe(true)
    const part = await store.read('1/document/read.pdf', 10, { start: 2, end: 4 })
    expect((await buffer(part)).toString()).toBe('234')
  })

  it('deletes a folder and only that', async () => {
    await store.put('1/a/file.pdf', BYTES, 'application/pdf')
    await store.put('1/ab/file.pdf', BYTES, 'application/pdf')
    await store.deleteFolder('1/a')

    expect(server.objects.has('1/a/file.pdf')).toBe(false)
    expect(server.objects.has('1/ab/file.pdf')).toBe(true)
  })

  it('says when bytes are missing or fewer than promised', async () => {
    await store.put('1/document/short.pdf', BYTES, 'application/pdf')

    await expect(store.read('1/document/none.pdf', 10)).rejects.toThrow(FileUnavailableError)
    await expect(store.read('1/document/short.pdf', 11)).rejects.toThrow(FileUnavailableError)
  })
})

interface StoredObject {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & {
    readonly authorization?: string | undefined
  }
}

/** As much of the S3 protocol as the store speaks. */
async function startObjectStore() {
  const objects = new Map<string, StoredObject>()
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.put<{ Params: { '*': string }; Body: Buffer }>('/orders/*', (request, reply) => {
    objects.set(request.params['*'], { bytes: request.body, headers: request.headers })
    return reply.code(200).send()
  })
  app.get<{ Params: { '*': string } }>('/orders/*', (request, reply) => {
    const object = objects.get(request.params['*'])
    if (object === undefined) {
      return reply.code(404).type('application/xml').send('<Error><Code>NoSuchKey</Code></Error>')
    }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (start === undefined) return reply.send(object.bytes)
    return reply.code(206).send(object.bytes.subarray(Number(start), Number(end) + 1))
  })
  app.get<{ Querystring: { prefix: string } }>('/orders/', (request, reply) => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(request.query.prefix))
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return reply
      .type('application/xml')
      .send(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`)
  })
  app.post<{ Body: Buffer }>('/orders/', (request, reply) => {
    for (const [, key = ''] of request.body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) {
      objects.delete(key)
    }
    return reply.type('application/xml').send('<DeleteResult></DeleteResult>')
  })

  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, objects, close: () => app.close() }
}
