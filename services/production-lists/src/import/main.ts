import { readConfig } from './config.ts'
import { runImport } from './run-import.ts'

process.exitCode = await runImport(process.argv.slice(2), readConfig)
