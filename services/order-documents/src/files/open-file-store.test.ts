import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ConfigError, readVariables } from '@takeoff/kit/service/config'
import { expect, onTestFinished, test } from 'vitest'
import { fileStoreVariables } from '../config.ts'
import { requireWritableFiles } from './open-file-store.ts'

const requireFiles = (env: Readonly<Record<string, string>>) =>
  requireWritableFiles(readVariables(fileStoreVariables, env))

test('the folder of files is created at the start', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'open-file-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))

  await requireFiles({ FILES_PATH: path.join(folder, 'of/orders') })

  expect(await readdir(folder, { recursive: true })).toEqual(['of', 'of/orders'])
})

test('a folder that cannot be created keeps the service from starting, with the name of the variable', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'open-file-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'file')
  await writeFile(file, '')

  for (const FILES_PATH of [file, path.join(file, 'below')]) {
    const required = requireFiles({ FILES_PATH })
    await expect(required).rejects.toThrow(ConfigError)
    await expect(required).rejects.toThrow(/FILES_PATH names .+file/)
  }
  await requireFiles({ FILES_PATH: file, FILES_DRIVER: 's3' })
})
