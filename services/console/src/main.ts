import { run } from '@takeoff/kit/service/run'
import { readConfig } from './config.ts'
import { startService } from './service.ts'

await run('console', readConfig, startService)
