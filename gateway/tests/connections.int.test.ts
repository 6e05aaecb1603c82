import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startGateway } from './fixtures/start-gateway.ts'

const BODY = JSON.stringify({ query: '{ warehouses }' })
const HEAD = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const REQUEST = `${HEAD}content-length: ${BODY.length}\r\n\r\n${BODY}`

const library = await disposeAfterAll(startLibrary())
const files = await disposeAfterAll(
  startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/csv').end('a,b\n'.repeat(1000))
  }),
)
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    HEADERS_TIMEOUT_MS: '200',
    REQUEST_TIMEOUT_MS: '400',
    KEEP_ALIVE_TIMEOUT_MS: '300',
    HEADER_BYTES_MAX: '8000',
    CONNECTION_REQUESTS_MAX: '3',
    COMPRESSION_BYTES_MIN: '500',
    FILES_URL: files.url,
  }),
)

function open(): Socket {
  return connect({ port: Number(new URL(gateway.url).port), host: '127.0.0.1' })
}

/** Sends these bytes and no more; resolves with the bytes received until the gateway ends the connection. */
async function responseTo(text: string): Promise<string> {
  const socket = open().setEncoding('utf8')
  socket.write(text)
  let response = ''
  for await (const part of socket) response += String(part)
  return response
}

describe('a connection is closed, with a response, when', () => {
  it.each([
    ['the headers do not end', 'POST /graphql HTTP/1.1\r\nhost: x\r\nx-a: ', '408'],
    ['the body does not end', `${HEAD}content-length: 100\r\n\r\n{"query":`, '408'],
    ['chunks do not end', `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"que\r\n`, '408'],
    ['the headers are too long', `${HEAD}x-a: ${'a'.repeat(9000)}\r\n\r\n`, '431'],
    ['there are too many headers', `${HEAD}${'x-a: a\r\n'.repeat(2000)}\r\n`, '431'],
    ['the address is too long', `GET /graphql?query=${'a'.repeat(9000)} HTTP/1.1\r\n\r\n`, '431'],
    ['the address has bare bytes', 'GET /graphql?query=%7Bé%7D HTTP/1.1\r\n\r\n', '400'],
    ['a header has a null byte', `${HEAD}x-a: \0\r\n\r\n`, '400'],
    ['two lengths are given', `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n`, '400'],
    [
      'a length and chunks are given',
      `${HEAD}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
      '400',
    ],
    ['the bytes are not HTTP', '\x16\x03\x01\x02\0\x01\r\n\r\n', '400'],
  ])('%s', async (_what, text, status) => {
    const response = await responseTo(text)
    expect(response).toContain(`HTTP/1.1 ${status} `)
    expect(response).toContain('connection: close\r\n')
    const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as Record<string, unknown>
    expect(body).toMatchObject({ status: Number(status), code: 'BAD_REQUEST' })
    expect(response).toContain(`x-request-id: ${String(body['requestId'])}`)
  })
})

describe('a connection is closed when', () => {
  it('nothing is sent on it', async () => expect(await responseTo('')).toContain('408'))

  it('no further request comes', async () => {
    const response = await responseTo(REQUEST)
    expect(response).toContain('{"data":{"warehouses":["north","south"]}}')
    expect(response.toLowerCase()).toContain('connection: keep-alive')
  })

  it('enough requests came on it', async () => {
    const response = await responseTo(REQUEST.repeat(3))
    expect(response.split('{"data"')).toHaveLength(4)
    expect(response.toLowerCase().split('connection: close')).toHaveLength(2)
  })
})

describe('a response', () => {
  const fields = Array.from({ length: 30 }, (_, index) => `book${index}: book(id: 1) { title }`)
  const large = JSON.stringify({ query: `{ ${fields.join(' ')} }` })

  async function send(body: string, acceptEncoding?: string) {
    const response = await request(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      },
      body,
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    return { encoding: response.headers['content-encoding'], headers: response.headers, bytes }
  }

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br, gzip', brotliDecompressSync],
    ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
    ['gzip', 'br;q=0.5, gzip', gunzipSync],
  ])('is compressed as %s for a client that accepts %s', async (encoding, accept, unpack) => {
    const plain = await send(large)
    const packed = await send(large, accept)
    expect(packed.encoding).toBe(encoding)
    expect(packed.headers['vary']).toContain('accept-encoding')
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(unpack(packed.bytes).toString()).toBe(plain.bytes.toString())
  })

  it.each([[undefined], ['identity'], ['compress'], ['gzip;q=0']])(
    'is not compressed for a client that accepts %s',
    async (accept) => {
      const { encoding, bytes } = await send(large, accept)
      expect(encoding).toBeUndefined()
      expect(JSON.parse(bytes.toString())).toHaveProperty('data.book0.title', 'Shingles')
    },
  )

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ])('is compressed as %s also when it is large', async (accept, unpack) => {
    const books = Array.from({ length: 10_000 }, (_, n) => ({ id: `${n}`, title: `Ziegel é ${n}` }))
    library.respond('catalog', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: { books } }))
    })
    onTestFinished(() => library.respond('catalog', undefined))
    const packed = await send(JSON.stringify({ query: '{ books { id title } }' }), accept)
    expect(packed.encoding).toBe(accept)
    expect(packed.headers['vary']).toContain('accept-encoding')
    expect(unpack(packed.bytes).toString()).toBe(JSON.stringify({ data: { books } }))
  })

  it('has its length when it is compressed', async () => {
    const { headers, bytes } = await send(large, 'gzip')
    expect(headers['content-length']).toBe(String(bytes.length))
  })

  it('is not compressed when it is small, and has no ETag', async () => {
    const { encoding, headers } = await send(BODY, 'gzip')
    expect(encoding).toBeUndefined()
    expect(headers['etag']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
  })

  it('that is a file is forwarded as it is', async () => {
    const { headers, body } = await request(`${gateway.url}/files/a.csv`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(await body.text()).toHaveLength(4000)
  })
})
