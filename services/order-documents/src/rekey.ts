import { runRekey } from '@takeoff/kit/operator/rekey'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { providerKeyVariables } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { sealedTokens } from './db/vendors/sealed-tokens.ts'

await runRekey(() => {
  const config = readVariables({ ...databaseVariables, ...providerKeyVariables })
  return {
    ...config,
    entities,
    migrations,
    keys: config.providersSecretKeys,
    columns: [sealedTokens],
  }
})
