import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../service/logger.ts'
import { CERTIFICATE, NEXT_CERTIFICATE } from '../testing/certificate.ts'
import { HttpClient } from './http-client.ts'
import { createHttpServer } from './http-server.ts'
import { tlsFilesOf } from './tls.ts'

const LIMITS = { connections: 2, timeoutMs: 5_000, responseBytesMax: 1_000 }

let folder: string
let files: { readonly tlsCertFile: string; readonly tlsKeyFile: string }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'takeoff-tls-'))
  files = { tlsCertFile: path.join(folder, 'tls.crt'), tlsKeyFile: path.join(folder, 'tls.key') }
  await writeFile(files.tlsCertFile, CERTIFICATE.cert)
  await writeFile(files.tlsKeyFile, CERTIFICATE.key)
})
afterEach(() => rm(folder, { recursive: true }))

async function startServer() {
  const app = createHttpServer({
    logger: createLogger('test', 'silent'),
    tls: tlsFilesOf(files),
  })
  const origin = await app.listen({ host: 'localhost', port: 0 })
  const { port } = new URL(origin)
  return { origin: `https://localhost:${port}`, port, [Symbol.asyncDispose]: () => app.close() }
}

async function statusFrom(client: HttpClient, origin: string): Promise<number> {
  return (await client.request({ origin, path: '/health/live', method: 'GET' })).statusCode
}

/** The certificate of a new connection. */
async function certificateOf(port: string): Promise<string> {
  const ca = [CERTIFICATE.cert, NEXT_CERTIFICATE.cert]
  const socket = connect({ host: 'localhost', port: Number(port), servername: 'localhost', ca })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

describe('a server with a certificate', () => {
  test('serves clients that trust the authority of its certificate', async () => {
    await using server = await startServer()
    await using client = new HttpClient({ ...LIMITS, certificates: CERTIFICATE.cert })
    expect(await statusFrom(client, server.origin)).toBe(200)
  })

  test.each([
    ['public authorities only', undefined],
    ['another authority', NEXT_CERTIFICATE.cert],
  ])('is not used by a client that trusts %s', async (_whom, certificates) => {
    await using server = await startServer()
    await using client = new HttpClient({ ...LIMITS, certificates })
    await expect(statusFrom(client, server.origin)).rejects.toThrow('certificate not trusted')
  })

  test('does not respond to plain HTTP', async () => {
    await using server = await startServer()
    await using client = new HttpClient(LIMITS)
    const origin = server.origin.replace('https:', 'http:')
    await expect(statusFrom(client, origin)).rejects.toThrow('connection lost')
  })

  test('uses the next certificate once both files are replaced, and no request fails', async () => {
    await using server = await startServer()
    const certificates = CERTIFICATE.cert + NEXT_CERTIFICATE.cert
    await using client = new HttpClient({ ...LIMITS, certificates })
    const statuses = new Set<number>()
    const done = new AbortController()
    const load = (async () => {
      while (!done.signal.aborted) statuses.add(await statusFrom(client, server.origin))
    })()
    const before = await certificateOf(server.port)

    await writeFile(files.tlsCertFile, NEXT_CERTIFICATE.cert)
    expect(await certificateOf(server.port)).toBe(before)
    await writeFile(files.tlsKeyFile, NEXT_CERTIFICATE.key)
    await expect.poll(() => certificateOf(server.port), { timeout: 10_000 }).not.toBe(before)
    done.abort()
    await load
    expect(statuses).toEqual(new Set([200]))
  })
})

describe('the files of a certificate', () => {
  test('are both set, or none', () => {
    expect(tlsFilesOf({})).toBeUndefined()
    for (const file of ['tlsCertFile', 'tlsKeyFile'] as const)
      expect(() => tlsFilesOf({ [file]: files[file] })).toThrow(
        'TLS_CERT_FILE and TLS_KEY_FILE must both be set, or none of them',
      )
  })

  test('belong together and can be read', async () => {
    await writeFile(files.tlsKeyFile, NEXT_CERTIFICATE.key)
    expect(() => tlsFilesOf(files)).toThrow(/TLS_CERT_FILE and TLS_KEY_FILE: .*mismatch/)
    await rm(files.tlsKeyFile)
    expect(() => tlsFilesOf(files)).toThrow(/ENOENT/)
  })
})
