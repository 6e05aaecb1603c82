import { parseArgs } from 'node:util'
import { runCompose } from './compose-command.ts'

const USAGE = `Usage: npm run supergraph -- <command>

  compose            compose the subgraphs of supergraph.yaml into gateway/supergraph.graphql
    --check          write nothing; exit with 1 when that file is not up to date
    --config FILE    read this file instead of supergraph.yaml
    --output FILE    write (or check) this file instead of gateway/supergraph.graphql`

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (parsed?.positionals.join(' ') === 'compose') {
    return runCompose({ ...parsed.values, print: (line) => console.log(line) })
  }
  console.error(USAGE)
  return parsed?.values.help === true ? 0 : 2
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        config: { type: 'string', default: 'supergraph.yaml' },
        output: { type: 'string', default: 'gateway/supergraph.graphql' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch {
    return undefined
  }
}
