import type { Duplex } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { OutboxMessageSchema } from '../events/outbox.ts'
import { createLogger } from '../service/logger.ts'
import { CERTIFICATE } from '../testing/certificate.ts'
import { startPostgresFront } from '../testing/postgres-front.ts'
import { openDatabase } from './database.ts'

const OTHER_AUTHORITY = rootCertificates[0]

describe('TLS to the database', () => {
  test.each([
    ['verify-full', 'localhost', CERTIFICATE.cert],
    ['verify-ca', '127.0.0.1', CERTIFICATE.cert],
    ['require', '127.0.0.1', CERTIFICATE.cert],
    // As in libpq: without an authority the connection is encrypted, and the server is not verified.
    ['require', '127.0.0.1', undefined],
    // An authority without a mode means that the server has to be verified.
    [undefined, 'localhost', CERTIFICATE.cert],
  ])('with sslmode %s is requested before anything else is sent', async (mode, host, authority) => {
    await using server = await startServer()
    await ping(server.port, { mode, host, authority })

    expect(server.firstPackets).toEqual(['SSLRequest'])
    expect(server.logins).toEqual([{ user: 'lists', database: 'production_lists' }])
  })

  test.each([
    ['verify-full', 'localhost', undefined, /self.signed certificate/],
    ['verify-full', 'localhost', OTHER_AUTHORITY, /self.signed certificate/],
    ['verify-full', '127.0.0.1', CERTIFICATE.cert, /127\.0\.0\.1 is not in the cert's list/],
    ['verify-ca', 'localhost', OTHER_AUTHORITY, /self.signed certificate/],
    ['require', 'localhost', OTHER_AUTHORITY, /self.signed certificate/],
    [undefined, '127.0.0.1', CERTIFICATE.cert, /127\.0\.0\.1 is not in the cert's list/],
  ])(
    'with sslmode %s refuses a wrong certificate of %s before it logs in',
    async (mode, host, authority, message) => {
      await using server = await startServer()

      await expect(ping(server.port, { mode, host, authority })).rejects.toThrow(message)
      expect(server.logins).toEqual([])
    },
  )

  test('does not fall back to plain text when the server refuses it', async () => {
    await using server = await startServer({ hasTls: false })
    const options = { mode: 'require', host: 'localhost', authority: undefined }

    await expect(ping(server.port, options)).rejects.toThrow('does not support SSL')
    expect(server.logins).toEqual([])
  })

  test('is not requested with sslmode disable, nor without a mode and an authority', async () => {
    await using server = await startServer()
    for (const mode of ['disable', undefined])
      await ping(server.port, { mode, host: 'localhost', authority: undefined })

    expect(server.firstPackets).toEqual(['StartupMessage', 'StartupMessage'])
  })

  test('verifies each of several hosts by its own name', async () => {
    await using one = await startServer()
    await using two = await startServer()
    const hosts = `127.0.0.1:${one.port},localhost:${two.port}`
    const parameters = 'sslmode=verify-full&target_session_attrs=any'
    await pingUrl(`postgres://lists@${hosts}/production_lists?${parameters}`, CERTIFICATE.cert)

    expect(one.logins).toEqual([])
    expect(two.logins).not.toEqual([])
  })

  test.each([
    ['verify-ca', 'without', undefined, 'sslmode=verify-ca, which needs DATABASE_CA_FILE'],
    ['disable', 'with', CERTIFICATE.cert, 'sslmode=disable, so DATABASE_CA_FILE has no effect'],
  ])('is refused with sslmode %s %s an authority', async (mode, _, authority, message) => {
    await using server = await startServer()

    await expect(ping(server.port, { mode, host: 'localhost', authority })).rejects.toThrow(message)
    expect(server.firstPackets).toEqual([])
  })
})

describe('the address of the database', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('is the one of the URL, whatever variables the ORM and the driver read', async () => {
    await using server = await startServer()
    await using other = await startServer()
    const elsewhere = { HOST: '127.0.0.2', PORT: String(other.port), USER: 'eve', PASSWORD: 'x' }
    const url = `postgres://eve:x@127.0.0.2:${other.port}/other?schema=other`
    const orm = { ...elsewhere, CLIENT_URL: url, DB_NAME: 'other', SCHEMA: 'other' }
    const driver = { ...elsewhere, DATABASE: 'other', SSLMODE: 'require', SSLNEGOTIATION: 'direct' }
    for (const [name, value] of Object.entries(orm)) vi.stubEnv(`MIKRO_ORM_${name}`, value)
    for (const [name, value] of Object.entries(driver)) vi.stubEnv(`PG${name}`, value)

    await ping(server.port, { mode: undefined, host: 'localhost', authority: undefined })

    expect(server.firstPackets).toEqual(['StartupMessage'])
    expect(server.logins).toEqual([{ user: 'lists', database: 'production_lists' }])
    expect(other.firstPackets).toEqual([])
  })

  test('has the port 5432 unless the URL has another', async () => {
    await using other = await startServer()
    vi.stubEnv('PGPORT', String(other.port))
    vi.stubEnv('MIKRO_ORM_PORT', String(other.port))

    // No server listens on this address of the loopback network.
    await expect(pingUrl('postgres://lists@127.1.2.3/production_lists')).rejects.toThrow(
      'ECONNREFUSED 127.1.2.3:5432',
    )
  })

  test.each([
    ['sslmode=verify-full&sslrootcert=/ca.pem', 'must have no parameter sslrootcert'],
    ['schema=other', 'must have no parameter schema'],
    ['sslmode=prefer', 'must have an sslmode of disable, require, verify-ca, verify-full'],
  ])('is refused with %s', async (parameters, message) => {
    await using server = await startServer()
    const url = `postgres://lists@localhost:${server.port}/production_lists?${parameters}`

    await expect(pingUrl(url)).rejects.toThrow(message)
    expect(server.firstPackets).toEqual([])
  })
})

interface Options {
  readonly mode: string | undefined
  readonly host: string
  readonly authority: string | undefined
}

async function ping(port: number, { mode, host, authority }: Options): Promise<void> {
  const parameters = mode === undefined ? '' : `?sslmode=${mode}`
  await pingUrl(`postgres://lists:secret@${host}:${port}/production_lists${parameters}`, authority)
}

async function pingUrl(url: string, certificates?: string): Promise<void> {
  await using database = await openDatabase({
    url,
    ...(certificates === undefined ? {} : { certificates }),
    poolSize: 1,
    entities: [OutboxMessageSchema],
    migrations: [],
    logger: createLogger('test', 'silent'),
  })
  await database.ping()
}

/** A server that accepts every login, and has one row for every statement. */
async function startServer({ hasTls = true } = {}) {
  const logins: object[] = []
  const front = await startPostgresFront(hasTls ? CERTIFICATE : undefined, (connection) =>
    serve(connection, logins),
  )
  return Object.assign(front, { logins })
}

const AUTHENTICATED = Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1')
/** The type of the message that has a statement. */
const QUERY = 'Q'.charCodeAt(0)
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')
/** A result with one column `n` of type int4, which is 1 in its one row. */
const RESULT = Buffer.from(
  'T\0\0\0\x1a\0\x01n\0\0\0\0\0\0\0\0\0\0\x17\0\x04\xff\xff\xff\xff\0\0' +
    'D\0\0\0\x0b\0\x01\0\0\0\x011' +
    'C\0\0\0\x0dSELECT 1\0',
  'latin1',
)

function serve(connection: Duplex, logins: object[]): void {
  connection.once('data', (startup: Buffer) => {
    const words = startup.toString('latin1', 8).split('\0')
    const valueOf = (name: string) => words[words.indexOf(name) + 1]
    logins.push({ user: valueOf('user'), database: valueOf('database') })
    connection.write(Buffer.concat([AUTHENTICATED, READY]))
    connection.on('data', (messages: Buffer) => {
      for (let at = 0; at < messages.length; at += 1 + messages.readUInt32BE(at + 1)) {
        if (messages[at] === QUERY) connection.write(Buffer.concat([RESULT, READY]))
      }
    })
  })
}
