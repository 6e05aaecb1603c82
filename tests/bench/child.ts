import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { repositoryRoot } from '@takeoff/bundles/programs'

const STOP_LIMIT_MS = 20_000

export interface ChildOptions {
  /** The entry file. */
  readonly entry: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly logFile: string
  /** Flags of Node itself, such as --cpu-prof. */
  readonly nodeFlags?: readonly string[]
  /** The cores that it may run on, in the notation of taskset; all cores by default. */
  readonly cores?: string | undefined
  /** For a program that sends no message when it is ready; the resolved value replaces the message. */
  readonly ready?: () => Promise<unknown>
}

/** A process of the bench; disposing stops it and waits for its exit. */
export interface Child extends AsyncDisposable {
  readonly pid: number
  readonly process: ChildProcess
  /** The message that the process sent when it was ready. */
  readonly readyMessage: unknown
}

/** Resolves with the first message, which reports that the process is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openSync(options.logFile, 'a')
  const child = fork(options.entry, [...(options.args ?? [])], {
    cwd: repositoryRoot,
    env: { ...options.env },
    stdio: ['ignore', log, log, 'ipc'],
    serialization: 'advanced',
    ...executionOf(options),
  })
  closeSync(log)
  const ended = once(child, 'exit')
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) console.error(readFileSync(options.logFile, 'utf8'))
  })
  const ready =
    options.ready ??
    (() => once(child, 'message').then(([readyMessage]) => readyMessage as unknown))
  const readyMessage = await Promise.race([
    ready(),
    ended.then(() => Promise.reject(new Error(`${options.entry} did not start`))),
  ])
  return {
    pid: child.pid ?? 0,
    process: child,
    readyMessage,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(limit)
    },
  }
}

/** taskset executes the program in its own process, so the process id and the channel stay. */
function executionOf({ cores, nodeFlags = [] }: ChildOptions): {
  execPath?: string
  execArgv: string[]
} {
  if (cores === undefined) return { execArgv: [...nodeFlags] }
  return { execPath: 'taskset', execArgv: ['--cpu-list', cores, process.execPath, ...nodeFlags] }
}
