import { runInWorkers } from '@takeoff/kit/workers/run-in-workers'
import { readConfig } from './config.ts'

// The process that only leads workers loads none of it.
await runInWorkers('gateway', readConfig, async (...service) =>
  (await import('./service.ts')).startService(...service),
)
