import {
  EXIT_CODES,
  exitCodeOf,
  HELP_HINT,
  parseCommandLine,
  STOPPED,
  SUCCESS,
  UsageError,
} from '@takeoff/kit/service/command-line'
import { errorMessage } from '@takeoff/kit/values/caught'
import type { Call, Command } from './command.ts'
import { commands } from './commands.ts'
import type { Config } from './config.ts'

export interface CliOptions {
  readonly readConfig: () => Config
  /** Ends the command. */
  readonly stop: AbortSignal
  /** Standard output and error. */
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/**
 * Runs a command.
 * @returns its exit code
 */
export async function runCli(
  args: readonly string[],
  { readConfig, stop, out, err }: CliOptions,
): Promise<number> {
  try {
    const shown = commandsOfHelp(args)
    if (shown.length > 0) {
      out(help(shown))
      return SUCCESS
    }
    const { command, rest } = findCommand(args)
    const { values, positionals } = parse(command, rest)
    if (values['help'] === true) {
      out(help([command]))
      return SUCCESS
    }
    const config = readConfig()
    const isJson = values['json'] === true
    const report: Call['report'] = (json, text) => out(isJson ? `${JSON.stringify(json)}\n` : text)
    const call = { args: positionals, values, isJson, config, stop, out, report }
    const code = await command.run(call)
    return stop.aborted ? STOPPED : code
  } catch (error) {
    if (stop.aborted) return STOPPED
    const code = exitCodeOf(error)
    if (code === undefined) throw error
    err(`${errorMessage(error)}\n`)
    return code
  }
}

interface Found {
  readonly command: Command
  readonly rest: readonly string[]
}

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help'])

/** The commands whose help is requested: all, or those that begin with a word. */
function commandsOfHelp([first = '', second = '']: readonly string[]): readonly Command[] {
  if (HELP.has(first)) return commands
  return HELP.has(second) ? commandsOf(first) : []
}

function commandsOf(word: string): readonly Command[] {
  return commands.filter(({ name }) => name.split(' ')[0] === word)
}

function findCommand(args: readonly string[]): Found {
  const [first, second] = args
  if (first === undefined) throw new UsageError(`Name a command. ${HELP_HINT}`)
  if (first.startsWith('-')) throw new UsageError(`Unknown option '${first}'. ${HELP_HINT}`)
  for (const command of commands) {
    const words = command.name.split(' ')
    if (words[0] !== first || (words[1] ?? second) !== second) continue
    return { command, rest: args.slice(words.length) }
  }
  const others = second === undefined ? commandsOf(first).map(({ name }) => `"${name}"`) : []
  if (others.length > 0)
    throw new UsageError(`Name a command: ${others.join(' or ')}. ${HELP_HINT}`)
  throw new UsageError(`There is no command "${args.join(' ')}". ${HELP_HINT}`)
}

function parse({ options = {}, takesArguments = false }: Command, args: readonly string[]) {
  const { values, positionals } = parseCommandLine(
    args,
    { ...options, json: { type: 'boolean' } },
    takesArguments,
  )
  return { values: values as Record<string, string | boolean | undefined>, positionals }
}

const audiences = {
  integrators: 'For integrators, with a token of the platform',
  operators: 'For operators, with WEBHOOKS_URL and OPERATOR_SECRET',
}

function help(shown: readonly Command[]): string {
  const groups = Map.groupBy(shown, ({ audience }) => audience)
  const lines = Array.from(groups, ([audience, group]) =>
    [audiences[audience], ...group.map(describe)].join('\n'),
  )
  return `Listens to webhooks, and operates the webhook service.

Usage: npm run webhooks -- COMMAND

${lines.join('\n\n')}

Every command takes --json, for scripts, and --help. What is not given is taken from the development stack of
npm start, as long as it runs. More in docs/webhooks.md, docs/audit.md and docs/operations.md.

${EXIT_CODES}
`
}

function describe({ name, usage, about }: Command): string {
  return `  ${`${name} ${usage}`.trim()}\n      ${about}`
}
