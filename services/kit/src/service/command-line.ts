import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { errorCode, errorMessage } from '../values/caught.ts'
import { AppError } from '../values/errors.ts'
import { ConfigError } from './config.ts'

/** Exit codes that all commands share. */
export const SUCCESS = 0
/** It was not done, or not completely; the last line says why. */
export const FAILURE = 1
/** Arguments, options or variables must be changed; nothing was done. */
export const WRONG_USAGE = 2
/** Ctrl-C or a signal ended it. */
export const STOPPED = 130

/** The last line of every help. */
export const EXIT_CODES = `Exit code: ${SUCCESS} success, ${FAILURE} failure, ${WRONG_USAGE} wrong usage, ${STOPPED} stopped.`

/** The command line is wrong; the message says what to write instead. The exit code is `WRONG_USAGE`. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The command cannot be done; the message says why, and what to do. The exit code is `FAILURE`. */
export class CommandFailedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/**
 * Aborted by Ctrl-C or another signal that ends a process. The handlers stay, because Ctrl-C may arrive twice, from the
 * terminal and through npm.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort())
  return stop.signal
}

/** The exit code after an error whose message is for the caller; undefined for others. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof UsageError || error instanceof ConfigError) return WRONG_USAGE
  return error instanceof CommandFailedError ? FAILURE : undefined
}

const help = { help: { type: 'boolean', short: 'h' } } as const

/**
 * The arguments of a command. Every command has `--help`.
 * @throws UsageError for an unknown option, one without its value, or an argument where none is allowed
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  allowPositionals = true,
) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals,
      options: { ...options, ...help },
    })
  } catch (error) {
    // Node's second sentence is about arguments that begin with a dash, which does not help here.
    const [sentence = ''] = errorMessage(error).split('. ')
    throw new UsageError(`${sentence}. ${HELP_HINT}`, { cause: error })
  }
}

/** The parsed arguments of a command. */
export type CommandLine<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseCommandLine<Options>
>

interface Program<Options> {
  /** Its help, without the exit codes. */
  readonly help: string
  readonly options?: Options
  readonly takesArguments?: boolean
}

/**
 * Runs a program with the arguments of the process. An error in its arguments or variables ends it with
 * `WRONG_USAGE` and its message; a `CommandFailedError` with `FAILURE` and its message; one with a code, as
 * of a database that cannot be reached, with `FAILURE`, its message and the causes, which clients of the API
 * must not see. Others are bugs, and keep their stack.
 */
export async function runProgram<const Options extends ParseArgsOptionsConfig>(
  { help: text, options = {} as Options, takesArguments = false }: Program<Options>,
  work: (commandLine: CommandLine<Options>) => Promise<void>,
): Promise<void> {
  dropUnreadOutput()
  try {
    const commandLine = parseCommandLine(process.argv.slice(2), options, takesArguments)
    if ('help' in commandLine.values) process.stdout.write(`${text}\n${EXIT_CODES}\n`)
    else await work(commandLine)
  } catch (error) {
    report(error)
  }
}

/** The reader of the output may close the pipe early, as `head` does: the work goes on, and what it prints is dropped. */
export function dropUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', ignoreClosedPipe).on('error', ignoreClosedPipe)
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** @throws an error that is a bug */
function report(error: unknown): void {
  const { exitCode, message } = failureOf(error)
  process.exitCode = exitCode
  process.stderr.write(`${message}\n`)
}

/**
 * How an error ends a command, and what it says.
 * @throws an error that is a bug
 */
export function failureOf(error: unknown): { readonly exitCode: number; readonly message: string } {
  const exitCode = exitCodeOf(error)
  if (exitCode !== undefined) return { exitCode, message: errorMessage(error) }
  if (errorCode(error) === undefined) throw error
  return { exitCode: FAILURE, message: messagesOf(error).join('\n  because: ') }
}

/** The messages of an error and its causes, without those that a message before contains. */
function messagesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const said = messageOf(error)
  return [said, ...messagesOf(error.cause).filter((message) => !said.includes(message))]
}

/** Clients of the API send a request again, or report its id; operators run a command again. */
function messageOf(error: Error): string {
  if (!(error instanceof AppError)) return error.message
  return error.isTemporary ? `${error.problem} Run the same command again.` : error.problem
}

/** The last sentence of a message on wrong usage. */
export const HELP_HINT = '--help shows what there is.'
