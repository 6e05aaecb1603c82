import { runRekey } from '@takeoff/kit/operator/rekey'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { secretKeyVariables } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { sealedColumns } from './db/sealed-columns.ts'

await runRekey(() => {
  const config = readVariables({ ...databaseVariables, ...secretKeyVariables })
  return { ...config, entities, migrations, keys: config.secretKeys, columns: sealedColumns }
})
