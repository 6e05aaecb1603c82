import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { repositoryRoot } from '@takeoff/dev-env/config'

const STOP_LIMIT_MS = 20_000

export interface ChildOptions {
  /** The file that is run. */
  readonly entry: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly logFile: string
  /** Flags of Node itself, such as --cpu-prof. */
  readonly nodeFlags?: readonly string[]
  /** The cores that it may run on, as taskset takes them; all without any. */
  readonly cores?: string | undefined
  /** For a program that sends no message when it is ready; the resolved value takes the place of the message. */
  readonly ready?: () => Promise<unknown>
}

/** A process of the bench; disposing stops it and waits for its end. */
export interface Child extends AsyncDisposable {
  readonly pid: number
  readonly process: ChildProcess
  /** The message that it sent when it was ready. */
  readonly told: unknown
}

/** Resolves with the first message, by which a process of ours reports that it is ready. */
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
  const ready = options.ready ?? (() => once(child, 'message').then(([told]) => told as unknown))
  const told = await Promise.race([
    ready(),
    ended.then(() => Promise.reject(new Error(`${options.entry} did not start`))),
  ])
  return {
    pid: child.pid ?? 0,
    process: child,
    told,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(limit)
    },
  }
}

/** taskset becomes the program that it starts, so the process id and the channel stay. */
function executionOf({ cores, nodeFlags = [] }: ChildOptions): {
  execPath?: string
  execArgv: string[]
} {
  if (cores === undefined) return { execArgv: [...nodeFlags] }
  return { execPath: 'taskset', execArgv: ['--cpu-list', cores, process.execPath, ...nodeFlags] }
}
