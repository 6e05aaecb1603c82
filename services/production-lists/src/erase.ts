import { runErase } from '@takeoff/kit/operator/erase'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { jobsWithFiles, rowsOfJob } from './db/erased-rows.ts'

await runErase(() => ({
  ...readVariables(databaseVariables),
  entities,
  migrations,
  rowsOfJob,
  inUse: jobsWithFiles,
}))
