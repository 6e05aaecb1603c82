import { runRekey } from '@takeoff/kit/postgres/rekey'
import { readConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { sealedTokens } from './db/vendors/sealed-tokens.ts'

await runRekey(() => {
  const config = readConfig()
  return {
    ...config,
    entities,
    migrations,
    keys: config.providersSecretKeys,
    columns: [sealedTokens],
  }
})
