import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, it } from 'vitest'
import { readSecrets } from './secrets.ts'

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-secrets'))

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
