import type { Config } from '../config.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import { createS3FileStore } from './s3-file-store.ts'

/** The store that the configuration names. */
export function openFileStore(config: Config): FileStore {
  if (config.filesDriver === 'disk') return createDiskFileStore(config.filesPath)

  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config
  const given = accessKeyId !== undefined && secretAccessKey !== undefined
  return createS3FileStore({
    bucket: config.s3Bucket,
    region: config.s3Region,
    endpoint: config.s3Endpoint,
    credentials: given ? { accessKeyId, secretAccessKey } : undefined,
  })
}
