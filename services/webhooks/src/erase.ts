import { runErase } from '@takeoff/kit/postgres/erase'
import { readConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { keptTables, rowsOfJob } from './db/erased-rows.ts'

await runErase(() => ({ ...readConfig(), entities, migrations, rowsOfJob, kept: keptTables }))
