import { runErase } from '@takeoff/kit/operator/erase'
import { readEraseConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { rowsOfJob, uploadsInUse } from './db/erased-rows.ts'
import { openFileStore } from './files/open-file-store.ts'

await runErase(async () => {
  const config = readEraseConfig()
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
