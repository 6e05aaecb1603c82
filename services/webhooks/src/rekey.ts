import { runRekey } from '@takeoff/kit/postgres/rekey'
import { readConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { sealedColumns } from './db/sealed-columns.ts'

await runRekey(() => {
  const config = readConfig()
  return { ...config, entities, migrations, keys: config.secretKeys, columns: sealedColumns }
})
