import { runOrganization } from '@takeoff/kit/organization/run-organization'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { fileStoreVariables, providerKeyVariables, readWithStore } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { statedTypes } from './db/stated-types.ts'
import { sealedTokens } from './db/vendors/sealed-tokens.ts'
import { DamagedFileError } from './files/file-store.ts'
import { openFileStore } from './files/open-file-store.ts'

await runOrganization(async () => {
  const config = readWithStore({
    ...databaseVariables,
    ...fileStoreVariables,
    ...providerKeyVariables,
  })
  const store = await openFileStore(config)
  return {
    ...config,
    service: 'order-documents',
    entities,
    migrations,
    states: statedTypes,
    underWay: {
      order_document: `state = 'pending'`,
      // A lease that has run out is of a process that has died: the order is looked up at its provider.
      distribution_order: 'leased_at is not null and next_attempt_at > now()',
    },
    // An order is left to other processes by the time for which it was due, which counts only while they could work on it.
    whenThawed:
      'update distribution_order set next_attempt_at = now() where org_id = $1 and next_attempt_at < now()',
    files: {
      next: `select storage_key as key, byte_size as "byteSize", content_type as "contentType" from order_document_file
        where org_id = $1 and storage_key collate "C" > $2 order by storage_key collate "C" limit 16`,
      read: async (key, byteSize) => {
        try {
          return await store.read(key, byteSize)
        } catch (error) {
          if (error instanceof DamagedFileError) return undefined
          throw error
        }
      },
      put: (key, bytes, contentType) => store.put(key, bytes, contentType),
    },
    sealed: { box: createSecretBox(config.providersSecretKeys), columns: [sealedTokens] },
  }
})
