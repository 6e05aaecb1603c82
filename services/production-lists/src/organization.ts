import { runOrganization } from '@takeoff/kit/organization/run-organization'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { statedTypes } from './db/stated-types.ts'

await runOrganization(() => ({
  ...readVariables(databaseVariables),
  service: 'production-lists',
  entities,
  migrations,
  states: statedTypes,
}))
