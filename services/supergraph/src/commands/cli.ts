import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Environment } from '@takeoff/kit/service/config'
import type { Allow } from '../composition/compose.ts'
import { PLANNER_BUGS } from '../composition/findings.ts'
import { readConfig } from '../config.ts'
import type { CommandConfig } from '../config.ts'
import type { Published } from '../registry/check.ts'
import { openStore } from '../registry/open-store.ts'
import { RecordedOperations } from '../registry/recorded-operations.ts'
import { Registry } from '../registry/registry.ts'
import { createKeyPair } from '../signing-keys.ts'
import { runCheck, runPublish } from './change-commands.ts'
import { runCompose } from './compose-command.ts'
import {
  EXIT_CODES,
  failureOf,
  HELP_HINT,
  parseCommandLine,
  UsageError,
} from '@takeoff/kit/service/command-line'
import type { CommandLine } from '@takeoff/kit/service/command-line'
import { runChanges, runDeprecated } from './schema-commands.ts'
import { runList, runRollback } from './version-commands.ts'

const HELP = `Composes, checks and publishes the supergraph.

Usage: npm run supergraph -- COMMAND

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
    --accept-unsigned     build on a published version that no accepted key has signed
  check | publish --all   the same with all subgraphs of supergraph.yaml, which replace those published
    --config FILE         read this file instead of supergraph.yaml
  compose | check | publish
    --allow CODE          compose in spite of this error, one of ${PLANNER_BUGS.join(',\n                          ')}
  list                    the versions, newest first, and which one is current
  deprecated              the recorded operations that use something deprecated, and their clients; exit with 1 when there are any
  changes                 what each version changed for clients, newest first, as JSON
  rollback <id>           make an earlier version current again
  keys                    print a new pair of keys: SUPERGRAPH_SIGNING_KEY for publishers, SUPERGRAPH_PUBLIC_KEYS for gateways

  --registry PLACE        a folder or s3://bucket/folder, instead of SUPERGRAPH_REGISTRY

Files and folders are found relative to the repository.

${EXIT_CODES}`

const options = {
  check: { type: 'boolean', default: false },
  config: { type: 'string', default: 'supergraph.yaml' },
  output: { type: 'string', default: 'gateway/supergraph.graphql' },
  schema: { type: 'string' },
  url: { type: 'string' },
  all: { type: 'boolean', default: false },
  'accept-breaking': { type: 'boolean', default: false },
  'accept-unsigned': { type: 'boolean', default: false },
  allow: { type: 'string', multiple: true },
  registry: { type: 'string' },
} as const

const NAMELESS: ReadonlySet<string> = new Set(['compose', 'list', 'deprecated', 'changes', 'keys'])

type Values = CommandLine<typeof options>['values']

export interface Terminal {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly env?: Environment
}

/** The command line of the supergraph. Returns its exit code. */
export async function runSupergraph(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parseCommandLine(args, options)
    if (values.help === true) {
      terminal.print(HELP)
      return 0
    }
    return await run(positionals, values, terminal)
  } catch (error) {
    const { exitCode, message } = failureOf(error)
    terminal.printError(message)
    return exitCode
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
  if (operand !== undefined && NAMELESS.has(command ?? ''))
    throw new UsageError(`${command} takes no name: ${operand} is too much. ${HELP_HINT}`)
  const given = { ...values, subgraph: operand, allow: allowFrom(values.allow ?? []), print }
  switch (command) {
    case 'compose':
      return runCompose(given)
    case 'check':
      return runCheck(await open(values, terminal), given)
    case 'publish':
      return runPublish(await open(values, terminal), {
        ...given,
        acceptBreaking: values['accept-breaking'],
        signingKey: signingKeyOf(terminal),
      })
    case 'list':
      return runList((await open(values, terminal)).registry, print)
    case 'deprecated':
      return runDeprecated(await open(values, terminal), print)
    case 'changes':
      // Its versions are only read, and their ids are those of their content. A key of before may have signed them.
      return runChanges(
        (await open({ ...values, 'accept-unsigned': true }, terminal)).registry,
        print,
      )
    case 'rollback':
      return runRollback((await open(values, terminal)).registry, operand, print)
    case 'keys':
      return runKeys(print)
    case undefined:
      throw new UsageError(`Name a command. ${HELP_HINT}`)
    default:
      throw new UsageError(`There is no command "${command}". ${HELP_HINT}`)
  }
}

function allowFrom(codes: readonly string[]): Allow {
  const known: readonly string[] = PLANNER_BUGS
  const unknown = codes.find((code) => !known.includes(code))
  if (unknown !== undefined)
    throw new UsageError(`--allow takes one of ${known.join(', ')}, not ${unknown}.`)
  return ({ code }) => codes.includes(code)
}

function runKeys(print: (line: string) => void): 0 {
  const { signingKey, publicKey } = createKeyPair()
  print(`SUPERGRAPH_SIGNING_KEY=${signingKey}`)
  print(`SUPERGRAPH_PUBLIC_KEYS=${publicKey}`)
  return 0
}

async function open(values: Values, { env }: Terminal): Promise<Published> {
  const config = readConfig(env)
  const location = values.registry ?? config.supergraphRegistry
  if (location === undefined)
    throw new UsageError('There is no registry: set SUPERGRAPH_REGISTRY, or say --registry PLACE.')
  const { supergraphOperations: operations } = config
  return {
    registry: new Registry(
      await openStore('SUPERGRAPH_REGISTRY', location, config),
      values['accept-unsigned'] ? 'any' : trustedKeys(config),
    ),
    operations:
      operations === undefined
        ? undefined
        : new RecordedOperations(await openStore('SUPERGRAPH_OPERATIONS', operations, config)),
  }
}

/** A publisher trusts its own key too. */
function trustedKeys({
  supergraphPublicKeys,
  supergraphSigningKey: own,
}: CommandConfig): readonly KeyObject[] {
  return own === undefined ? supergraphPublicKeys : [...supergraphPublicKeys, createPublicKey(own)]
}

function signingKeyOf({ env }: Terminal): KeyObject {
  const { supergraphSigningKey } = readConfig(env)
  if (supergraphSigningKey !== undefined) return supergraphSigningKey
  throw new UsageError(
    'There is no key to sign the version with: set SUPERGRAPH_SIGNING_KEY. "npm run supergraph -- keys" makes one.',
  )
}
