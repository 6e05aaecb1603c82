import { s3Access } from '@takeoff/kit/http/s3-access'
import type { ConfigOf } from '@takeoff/kit/service/config'
import type { fileStoreVariables } from '../config.ts'
import { DiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'

/** The store that the configuration names. */
export async function openFileStore(
  config: ConfigOf<typeof fileStoreVariables>,
): Promise<FileStore> {
  if (config.filesDriver === 'disk') return new DiskFileStore(config.filesPath)

  // Loading the S3 client takes 0.2 s, so the disk driver does not load it.
  const { S3FileStore } = await import('./s3-file-store.ts')
  return new S3FileStore({ bucket: config.s3Bucket, ...s3Access(config) })
}
