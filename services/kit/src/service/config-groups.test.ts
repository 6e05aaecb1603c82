import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CERTIFICATE } from '../testing/certificate.ts'
import { readVariables } from './config.ts'
import { databaseVariables } from './config-groups.ts'

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
])('DATABASE_URL=%s is refused: it %s', (url, violation) => {
  expect(() => readVariables(databaseVariables, { DATABASE_URL: url })).toThrow(violation)
})

test('DATABASE_URL names a user, a host, a database, and how TLS is used', () => {
  const url = 'postgres://me:secret@localhost:5433/x?sslmode=verify-full'

  expect(readVariables(databaseVariables, { DATABASE_URL: url }).databaseUrl).toBe(url)
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
