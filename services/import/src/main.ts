import { readConfig } from './config.ts'
import { runImport } from './run-import.ts'

// Who reads the report may stop reading, as `head` does; the import goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
process.exitCode = await runImport(process.argv.slice(2), readConfig)
