import { runRekey } from '@takeoff/kit/postgres/rekey'
import { readConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { sealedColumns } from './db/sealed-columns.ts'

await runRekey(() => {
  const config = readConfig()
  return { ...config, entities, keys: config.secretKeys, columns: sealedColumns }
})
