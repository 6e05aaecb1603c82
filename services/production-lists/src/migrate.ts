import { runMigrate } from '@takeoff/kit/operator/run-migrate'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'

await runMigrate({ entities, migrations })
