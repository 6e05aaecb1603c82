import { runErase } from '@takeoff/kit/postgres/erase'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { fileStoreVariables, readWithStore } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { rowsOfJob, uploadsInUse } from './db/erased-rows.ts'
import { openFileStore } from './files/open-file-store.ts'

await runErase(async () => {
  const config = readWithStore({ ...databaseVariables, ...fileStoreVariables })
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
