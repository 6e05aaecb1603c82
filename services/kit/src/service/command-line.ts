import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { errorMessage } from '../values/caught.ts'

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

const help = { help: { type: 'boolean', short: 'h' } } as const

/**
 * The arguments of a command. Every command has `--help`.
 * @throws UsageError for an unknown option, or one without its value
 */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, ...help },
    })
  } catch (error) {
    // Node's second sentence is about arguments that begin with a dash, which does not help here.
    const [sentence = ''] = errorMessage(error).split('. ')
    throw new UsageError(`${sentence}. ${HELP_HINT}`, { cause: error })
  }
}

/** The last sentence of a message on wrong usage. */
export const HELP_HINT = '--help shows what there is.'
