import { runSupergraph } from './commands/cli.ts'

process.exitCode = await runSupergraph(process.argv.slice(2), {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
})
