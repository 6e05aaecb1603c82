import { dropUnreadOutput } from '@takeoff/kit/service/command-line'
import { readConfig } from './config.ts'
import { runImport } from './run-import.ts'

dropUnreadOutput()
process.exitCode = await runImport(process.argv.slice(2), readConfig)
