import { dropUnreadOutput, stopSignal } from '@takeoff/kit/service/command-line'
import { readConfig } from './config.ts'
import { runCli } from './cli.ts'

dropUnreadOutput()
process.exitCode = await runCli(process.argv.slice(2), {
  readConfig,
  stop: stopSignal(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
