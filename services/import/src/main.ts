import { readConfig } from './config.ts'
import { runImport } from './run-import.ts'

// The reader of the report may close the pipe, as `head` does; the import continues.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
process.exitCode = await runImport(process.argv.slice(2), readConfig)
