import type { ConfigOf } from '@takeoff/kit/service/config'
import { s3Access } from '@takeoff/kit/http/s3-access'
import type { s3Variables } from '@takeoff/kit/service/config-groups'
import { createFolderStore } from './folder-store.ts'
import type { RegistryStore, StoreVariable } from './registry-store.ts'

const BUCKET = /^s3:\/\/([^/]+)\/?(.*?)\/?$/

/** The store at a location, which a variable names: the path of a folder, or `s3://bucket/folder`. */
export async function openStore(
  variable: StoreVariable,
  location: string,
  config: ConfigOf<typeof s3Variables>,
): Promise<RegistryStore> {
  const [, bucket, folder] = BUCKET.exec(location) ?? []
  if (bucket === undefined) return createFolderStore(location, variable)

  // Loading the S3 client takes 0.2 s, which a registry in a folder need not wait for.
  const { S3Store } = await import('./s3-store.ts')
  const prefix = folder === undefined || folder === '' ? '' : `${folder}/`
  return new S3Store({ variable, bucket, prefix, ...s3Access(config) })
}
