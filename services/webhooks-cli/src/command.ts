import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from './config.ts'

/** A command: `npm run webhooks -- <name> <usage>`. */
export interface Command {
  /** Who runs it: integrators with a token, or operators with the secret of the webhook service. */
  readonly audience: 'integrators' | 'operators'
  /** One or two words. */
  readonly name: string
  /** Arguments and options, for the help. */
  readonly usage: string
  readonly about: string
  readonly takesArguments?: boolean
  /** In addition to `--json` and `--help`. */
  readonly options?: ParseArgsOptionsConfig
  /** @returns the exit code */
  readonly run: (call: Call) => Promise<number>
}

/** The arguments and context of a command. */
export interface Call {
  readonly args: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  /** Whether the output is JSON, for scripts. */
  readonly isJson: boolean
  readonly config: Config
  /** Aborted by Ctrl-C: a read under way ends, a change is awaited, and no further request starts. */
  readonly stop: AbortSignal
  /** Standard output. */
  readonly out: (text: string) => void
  /** Writes the result of a command, as JSON or as text. */
  readonly report: (json: object, text: string) => void
}
