import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const COMPILE_CACHE = path.join(tmpdir(), 'takeoff-compile-cache')

export interface ProgramOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A process of its own that runs a service; it ends with the one that started it. */
export interface Program extends AsyncDisposable {
  readonly pid: number
  /** Where it serves; rejects with its last words when it ends before. */
  readonly url: Promise<string>
  /** What it and its workers have logged so far. */
  readonly log: readonly LogLine[]
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  signal(signal: NodeJS.Signals): void
}

export interface LogLine {
  readonly pid: number
  readonly worker?: number
  readonly msg: string
  readonly err?: { readonly message: string }
}

export function startProgram(entry: URL, { args = [], env = {} }: ProgramOptions): Program {
  const child = fork(entry, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
    // A process that finds its modules compiled starts in half the time.
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  const log: LogLine[] = []
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) =>
      log.push(JSON.parse(line) as LogLine),
    )
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => signal ?? code ?? 0,
  )
  const ready = once(child, 'message').then(([message]) => (message as { url: string }).url)
  const url = Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`It did not start: ${log.at(-1)?.err?.message}`)
    }),
  ])
  // Whoever waits for its end only must not fail of this.
  url.catch(() => undefined)
  return {
    pid: Number(child.pid),
    url,
    log,
    ended,
    signal: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
