import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSecrets } from './secrets.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'takeoff-secrets-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps the secrets of a home', async () => {
  const file = path.join(folder, 'new.json')

  expect(await readSecrets(file)).toEqual(await readSecrets(file))
})

it('adds what an older home does not have, and keeps the rest', async () => {
  const file = path.join(folder, 'old.json')
  await writeFile(file, JSON.stringify({ webhooksKey: 'kept', services: { webhooks: 'kept' } }))
  const secrets = await readSecrets(file)

  expect(secrets.webhooksKey).toBe('kept')
  expect(secrets.services.webhooks).toBe('kept')
  expect(secrets.services.console).toMatch(/^[\w-]{43}$/)
  expect(Buffer.from(secrets.providersKey, 'base64')).toHaveLength(32)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(secrets)
})
