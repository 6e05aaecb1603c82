import { runErase } from '@takeoff/kit/postgres/erase'
import { readConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { rowsOfJob } from './db/erased-rows.ts'

await runErase(() => ({ ...readConfig(), entities, migrations, rowsOfJob }))
