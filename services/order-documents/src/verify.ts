import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { runVerify } from '@takeoff/kit/verification/run-verify'
import { fileStoreVariables, readWithStore } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { statedTypes } from './db/stated-types.ts'
import { openFileStore } from './files/open-file-store.ts'
import { verifyFiles } from './files/verify-files.ts'
import { verifyLists } from './orders/verify-lists.ts'

await runVerify(async () => {
  const config = readWithStore({ ...databaseVariables, ...fileStoreVariables })
  const store = await openFileStore(config)
  return {
    ...config,
    service: 'order-documents',
    entities,
    migrations,
    states: statedTypes,
    verifyOwn: (verification) => verifyFiles(store, verification),
    compare: { services: ['production-lists'], with: verifyLists },
  }
})
