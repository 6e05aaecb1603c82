import { dropUnreadOutput } from '@takeoff/kit/service/command-line'
import { runSupergraph } from './commands/cli.ts'

dropUnreadOutput()
process.exitCode = await runSupergraph(process.argv.slice(2), {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
})
