import { parseArgs } from 'node:util'
import { ConfigError } from '@takeoff/kit/config'
import type { Environment } from '@takeoff/kit/config'
import { runCheck } from './check-command.ts'
import { runCompose } from './compose-command.ts'
import { readLocation } from './config.ts'
import { runList } from './list-command.ts'
import { openRegistry } from './open-registry.ts'
import { runPublish } from './publish-command.ts'
import { RegistryUnavailableError } from './registry-store.ts'
import type { Registry } from './registry.ts'
import { runRollback } from './rollback-command.ts'
import { SupergraphConfigError } from './supergraph-config.ts'
import { UsageError } from './usage-error.ts'

const USAGE = `Usage: npm run supergraph -- <command>

  compose                 compose the subgraphs of supergraph.yaml into gateway/supergraph.graphql
    --check               write nothing; exit with 1 when that file is not up to date
    --config FILE         read this file instead of supergraph.yaml
    --output FILE         write (or check) this file instead of gateway/supergraph.graphql

  check <subgraph>        what publishing this schema would do: composition, breaking changes, failing operations
    --schema FILE         the schema of the subgraph
    --url URL             its address, when it is not published yet or moves
  publish <subgraph>      check, store as a new version, and make that current
    --schema FILE --url URL
    --accept-breaking     publish in spite of breaking changes and operations that fail
  check | publish --all   the same with all subgraphs of supergraph.yaml, which replace those published
    --config FILE         read this file instead of supergraph.yaml
  list                    the versions, newest first, and which one is current
  rollback <id>           make an earlier version current again

  --registry PLACE        a folder or s3://bucket/folder, instead of SUPERGRAPH_REGISTRY

Files and folders are found relative to the repository.

Exit codes: 0 done, 1 refused or something left to do, 2 wrong command line, 3 the registry cannot be used.`

const options = {
  check: { type: 'boolean', default: false },
  config: { type: 'string', default: 'supergraph.yaml' },
  output: { type: 'string', default: 'gateway/supergraph.graphql' },
  schema: { type: 'string' },
  url: { type: 'string' },
  all: { type: 'boolean', default: false },
  'accept-breaking': { type: 'boolean', default: false },
  registry: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

export interface Terminal {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly env?: Environment
}

/** The command line of the supergraph. Answers its exit code. */
export async function runSupergraph(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    if (values.help) {
      terminal.print(USAGE)
      return 0
    }
    return await run(positionals, values, terminal)
  } catch (error) {
    return explain(error, terminal.printError)
  }
}

async function run(
  [command, operand, ...rest]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const { print } = terminal
  if (rest.length > 0)
    throw new UsageError(`Only one name at a time: ${rest.join(' ')} is too much.`)
  const given = { ...values, subgraph: operand, print }
  switch (command) {
    case 'compose':
      return runCompose(given)
    case 'check':
      return runCheck(await open(values, terminal), given)
    case 'publish':
      return runPublish(await open(values, terminal), {
        ...given,
        acceptBreaking: values['accept-breaking'],
      })
    case 'list':
      return runList(await open(values, terminal), print)
    case 'rollback':
      return runRollback(await open(values, terminal), operand, print)
    case undefined:
      throw new UsageError(USAGE)
    default:
      throw new UsageError(`There is no command "${command}".\n\n${USAGE}`)
  }
}

async function open({ registry }: Values, { env }: Terminal): Promise<Registry> {
  const config = readLocation(env)
  const location = registry ?? config.supergraphRegistry
  if (location !== undefined) return openRegistry(location, config)
  throw new UsageError('There is no registry: set SUPERGRAPH_REGISTRY, or say --registry PLACE.')
}

function explain(error: unknown, printError: (line: string) => void): number {
  if (error instanceof UsageError || error instanceof ConfigError || isParseArgsError(error)) {
    printError(error.message)
    return 2
  }
  if (error instanceof RegistryUnavailableError) {
    printError(error.message)
    return 3
  }
  if (error instanceof SupergraphConfigError) {
    printError(error.message)
    return 1
  }
  throw error
}

function isParseArgsError(error: unknown): error is Error {
  return (
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}
