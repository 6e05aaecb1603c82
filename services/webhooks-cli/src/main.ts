import { readConfig } from './config.ts'
import { runCli } from './cli.ts'

// The reader of the output may close the pipe early, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
process.exitCode = await runCli(process.argv.slice(2), {
  readConfig,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
