import { parseArgs } from 'node:util'
import { ConfigError } from '@takeoff/kit/service/config'
import { FINE, STOPPED, UNUSABLE } from './command.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import type { Config } from './config.ts'
import { UnusableError } from './unusable-error.ts'

export interface CliOptions {
  readonly readConfig: () => Config
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
  { readConfig, out, err }: CliOptions,
): Promise<number> {
  const stop = new AbortController()
  const onSignal = (): void => stop.abort()
  // SIGINT may arrive twice: from the terminal and through npm.
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    const found = findCommand(args)
    if (found === undefined) {
      out(help(commands))
      return FINE
    }
    const { command, rest } = found
    const { values, positionals } = parse(command, rest)
    if (values['help'] === true) {
      out(help([command]))
      return FINE
    }
    const config = readConfig()
    const isJson = values['json'] === true
    const call = { args: positionals, values, isJson, config, stop: stop.signal, out }
    const code = await command.run(call)
    return stop.signal.aborted ? STOPPED : code
  } catch (error) {
    if (stop.signal.aborted) return STOPPED
    if (!(error instanceof UnusableError || error instanceof ConfigError)) throw error
    err(`${error.message}\n`)
    return UNUSABLE
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface Found {
  readonly command: Command
  readonly rest: readonly string[]
}

/** Undefined when help is requested. */
function findCommand(args: readonly string[]): Found | undefined {
  const [first, second] = args
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return undefined
  for (const command of commands) {
    const words = command.name.split(' ')
    if (words[0] !== first || (words[1] ?? second) !== second) continue
    return { command, rest: args.slice(words.length) }
  }
  throw new UnusableError(`There is no command "${args.join(' ')}".\n\n${help(commands)}`)
}

function parse(command: Command, args: readonly string[]) {
  try {
    const options = {
      ...command.options,
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    // Only the first sentence of Node's message; the second describes arguments that begin with a dash.
    const [what = ''] = (error as Error).message.split('. ')
    throw new UnusableError(`${what}.\n\n${help([command])}`, { cause: error })
  }
}

function help(shown: readonly Command[]): string {
  const lines = shown.map(
    ({ name, usage, about }) => `  ${`${name} ${usage}`.trim()}\n      ${about}`,
  )
  return `npm run webhooks -- COMMAND

${lines.join('\n')}

Every command takes --json, for scripts, and --help. Without WEBHOOKS_URL and OPERATOR_SECRET it works on
the development stack of npm start. Exit code: 0 fine, 1 something is stuck or left over, 2 could not be done,
130 stopped. More in docs/operations.md.
`
}
