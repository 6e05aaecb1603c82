import { access, constants, mkdir } from 'node:fs/promises'
import { s3Access } from '@takeoff/kit/http/s3-access'
import { usingNamed } from '@takeoff/kit/service/named-file'
import type { ConfigOf } from '@takeoff/kit/service/config'
import type { fileStoreVariables } from '../config.ts'
import { DiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'

/**
 * For a service that starts: otherwise its first orders would find out.
 * @throws ConfigError when the folder of the disk driver cannot be created or written
 */
export async function requireWritableFiles(
  config: ConfigOf<typeof fileStoreVariables>,
): Promise<void> {
  if (config.filesDriver !== 'disk') return
  await usingNamed('FILES_PATH', async () => {
    await mkdir(config.filesPath, { recursive: true })
    await access(config.filesPath, constants.W_OK | constants.X_OK)
  })
}

/** The store that the configuration names. */
export async function openFileStore(
  config: ConfigOf<typeof fileStoreVariables>,
): Promise<FileStore> {
  if (config.filesDriver === 'disk') return new DiskFileStore(config.filesPath)

  // Loading the S3 client takes 0.2 s, so the disk driver does not load it.
  const { S3FileStore } = await import('./s3-file-store.ts')
  return new S3FileStore({ bucket: config.s3Bucket, ...s3Access(config) })
}
