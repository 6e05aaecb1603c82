import { readConfig } from './config.ts'
import { operate } from './operate.ts'

// Who reads the output may stop reading, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
process.exitCode = await operate(process.argv.slice(2), {
  readConfig,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
