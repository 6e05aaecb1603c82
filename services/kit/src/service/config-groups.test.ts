import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CERTIFICATE } from '../testing/certificate.ts'
import { readVariables } from './config.ts'
import { databaseVariables, eventsVariables } from './config-groups.ts'
import { hostUrls } from './host-list.ts'
import { postgresAddress } from './postgres-url.ts'

const DATABASE_URL = 'postgres://me@localhost/x'

test('a pool in which the relay leaves no connection for requests is refused', () => {
  const read = (size: string) =>
    readVariables(databaseVariables, { DATABASE_URL, DATABASE_POOL_SIZE: size })

  expect(() => read('2')).toThrow(
    /DATABASE_POOL_SIZE must be a whole number from 3 to 1000 .+three/,
  )
  expect(read('3').databasePoolSize).toBe(3)
})

test.each([
  ['postgres://me@localhost/x?sslmode=verify-full&connect_timeout=1', 'parameter connect_timeout'],
  ['postgres://me@localhost/x?sslmode=allow', 'must have an sslmode of disable, require, verify-'],
  ['postgres://me@localhost/x?sslmode=require&sslmode=disable', 'must have an sslmode of'],
  // The driver would take them from PGUSER, PGHOST and PGDATABASE.
  ['postgres://localhost/x', 'must name a user, a host and a database'],
  ['postgres://me@localhost', 'must name a user, a host and a database'],
  ['postgres:///x', 'must name a user, a host and a database'],
  ['postgres://me@a,b/x', 'it must say which of them to use: target_session_attrs=read-write'],
  [
    'postgres://me@a,b/x?target_session_attrs=writer',
    'must have a target_session_attrs of any, read-',
  ],
  ['postgres://me@a,,b/x?target_session_attrs=any', 'must be a URL that begins with postgres://'],
  [
    'postgres://me@a:1,b:x/x?target_session_attrs=any',
    'must be a URL that begins with postgres://',
  ],
  ['postgres://me:p%zz@localhost/x', 'DATABASE_URL has a % that begins no escape: write %25'],
  ['postgres://me:100%@a,b/x?target_session_attrs=any', 'has a % that begins no escape: write %25'],
  ['postgres://me:p#zz@localhost/x', 'special characters of its password escaped: # as %23'],
  ['postgres://me:1#zz@localhost/x', 'has a # that is not escaped: write %23'],
])('DATABASE_URL=%s is refused: it %s', (url, violation) => {
  expect(() => readVariables(databaseVariables, { DATABASE_URL: url })).toThrow(violation)
})

test('DATABASE_URL names a user, a host, a database, and how TLS is used', () => {
  const url = 'postgres://me:secret@localhost:5433/x?sslmode=verify-full'

  expect(readVariables(databaseVariables, { DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('DATABASE_URL names several hosts as libpq does', () => {
  const url = 'postgres://me:a,b%40c@a:5433,[::1],c:1/x?target_session_attrs=read-write'

  expect(readVariables(databaseVariables, { DATABASE_URL: url }).databaseUrl).toBe(url)
  const urls = hostUrls(url).map((one) => new URL(one))
  expect(urls.map(({ host }) => host)).toEqual(['a:5433', '[::1]', 'c:1'])
  // A connection takes an IPv6 address without brackets.
  expect(urls.map((one) => postgresAddress(one).host)).toEqual(['a', '::1', 'c'])
})

test('a password with escaped characters is accepted, and none is part of an error', () => {
  const url = 'postgres://me:%23%25%2F%3F%40@localhost/x'

  expect(readVariables(databaseVariables, { DATABASE_URL: url }).databaseUrl).toBe(url)
  for (const password of ['s3cret%', 's3cret#', 's3cret%/'])
    expect(() =>
      readVariables(databaseVariables, { DATABASE_URL: `postgres://me:${password}@localhost/x` }),
    ).toThrow(/^(?!.*s3cret)[^]*escape/)
})

test.each(['amqp://u:p%zz@a', 'amqp://a/%zz'])('EVENTS_URL=%s has an invalid escape', (url) => {
  expect(() => readVariables(eventsVariables, { EVENTS_URL: url })).toThrow(
    'EVENTS_URL has a % that begins no escape: write %25',
  )
})

test('EVENTS_URL names several hosts of a broker only', () => {
  const read = (url: string) => readVariables(eventsVariables, { EVENTS_URL: url }).eventsUrl

  expect(read('amqp://u:p@a:5672,b/host')).toBe('amqp://u:p@a:5672,b/host')
  expect(() => read('http://a,b/events')).toThrow(/only a RabbitMQ|must be a URL/)
})

describe('DATABASE_CA_FILE', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'takeoff-config-'))
    await writeFile(path.join(folder, 'ca.pem'), CERTIFICATE.cert)
    await writeFile(path.join(folder, 'key.pem'), CERTIFICATE.key)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const read = (name: string) =>
    readVariables(databaseVariables, { DATABASE_URL, DATABASE_CA_FILE: path.join(folder, name) })

  test('is a file of certificates', () => {
    expect(read('ca.pem').databaseCertificates).toBe(CERTIFICATE.cert)
    expect(() => read('key.pem')).toThrow('DATABASE_CA_FILE must name a file of certificates (PEM)')
    expect(() => read('none.pem')).toThrow(
      /DATABASE_CA_FILE cannot be read from \S+none.pem: ENOENT/,
    )
  })
})
