import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { runVerify } from '@takeoff/kit/verification/run-verify'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { verifyMeasurementFiles } from './db/measurement-files/verify-measurement-files.ts'
import { statedTypes } from './db/stated-types.ts'

await runVerify(() => ({
  ...readVariables(databaseVariables),
  service: 'production-lists',
  entities,
  migrations,
  states: statedTypes,
  verifyOwn: verifyMeasurementFiles,
}))
