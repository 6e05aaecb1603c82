import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { repositoryRoot } from '@takeoff/dev-env/config'

const STOP_LIMIT_MS = 20_000

export interface ChildOptions {
  /** The .ts file that is run. */
  readonly entry: string
  readonly env?: Readonly<Record<string, string>>
  readonly logFile: string
  /** Flags of Node itself, such as --cpu-prof. */
  readonly nodeFlags?: readonly string[]
}

/** A process of the bench; disposing asks it to stop and waits for its end. */
export interface Child extends AsyncDisposable {
  readonly pid: number
  readonly process: ChildProcess
  /** What it told when it was ready. */
  readonly told: unknown
}

/** Resolves with the first message, by which a process tells that it is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openSync(options.logFile, 'a')
  const child = fork(options.entry, {
    cwd: repositoryRoot,
    env: { ...options.env },
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [...(options.nodeFlags ?? [])],
    serialization: 'advanced',
  })
  closeSync(log)
  const ended = once(child, 'exit')
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) console.error(readFileSync(options.logFile, 'utf8'))
  })
  const ready = once(child, 'message')
  const [told] = (await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`${options.entry} did not start`))),
  ])) as [unknown]
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
