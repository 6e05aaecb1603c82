import { runErase } from '@takeoff/kit/postgres/erase'
import type { Environment } from '@takeoff/kit/service/config'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { fileStoreVariables, readWithStore } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { rowsOfJob, uploadsInUse } from './db/erased-rows.ts'
import { openFileStore } from './files/open-file-store.ts'

await runErase(async () => {
  const variables = { ...databaseVariables, ...fileStoreVariables }
  const config = readWithStore(variables, process.env, unnamedStore(process.env))
  const store = await openFileStore(config)
  return {
    ...config,
    entities,
    migrations,
    rowsOfJob,
    inUse: uploadsInUse,
    deleteFile: (key) => store.delete(key),
  }
})

/** Rows would be erased, and files of a store that is not named would stay. */
function unnamedStore(env: Environment): string[] {
  if (env['FILES_DRIVER'] === 's3' || env['FILES_PATH']) return []
  return ['FILES_PATH or FILES_DRIVER=s3 must be set, as the service has it: files are erased, too']
}
