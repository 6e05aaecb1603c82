import { fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { followLog } from './follow-log.ts'
import { keepRunning } from './keep-running.ts'
import type { RunningProcess, SupervisedProcess } from './keep-running.ts'
import { readableError } from './readable-error.ts'

const READY_LIMIT_MS = 120_000
/** A service ends requests and deliveries under way within 15 s by itself. */
const STOP_LIMIT_MS = 17_000
const LAST_LINES = 20

export interface ServicePlan {
  readonly name: string
  /** The file that is run. */
  readonly entry: string
  readonly env: Readonly<Record<string, string>>
}

export interface SupervisorOptions {
  /** Working directory of the services. */
  readonly directory: string
  /** Folder of the logs, one `<name>.log` for each service. */
  readonly logs: string
  /** Receives errors and restarts, one readable line each. */
  readonly say: (line: string) => void
}

/** Keeps one process of a service running until it is disposed. */
export interface SupervisedService extends SupervisedProcess<RunningProcess> {
  readonly name: string
  /** Whether it serves; a frozen process does not. */
  isReady(): boolean
  /** SIGSTOP: the process keeps its connections and does nothing. */
  freeze(): void
  /** SIGCONT */
  thaw(): void
}

interface Status {
  isReady: boolean
  isFrozen: boolean
}

/**
 * Starts a service and resolves when it serves. From then on a crash starts it again, with the same
 * environment and so on the same port.
 * @throws Error with the last lines of its log when it does not come up
 */
export async function superviseService(
  plan: ServicePlan,
  options: SupervisorOptions,
): Promise<SupervisedService> {
  const { name } = plan
  const logFile = path.join(options.logs, `${name}.log`)
  await using stack = new AsyncDisposableStack()
  stack.use(
    await followLog(logFile, (line) => {
      const error = readableError(line)
      if (error !== undefined) options.say(`${name}: ${error}`)
    }),
  )
  const status: Status = { isReady: false, isFrozen: false }
  const start = async (): Promise<ServiceProcess> =>
    startChild(plan, { directory: options.directory, logFile, status })
  const first = await start()
  if (!(await becomesReady(first))) {
    await first[Symbol.asyncDispose]()
    throw await notStarted(name, logFile)
  }
  const supervised = stack.use(keepRunning(first, { name, start, say: options.say }))
  stack.defer(() => {
    status.isReady = false
  })
  const opened = stack.move()
  return {
    ...supervised,
    name,
    isReady: () => status.isReady && !status.isFrozen,
    freeze() {
      status.isFrozen = supervised.current().signal('SIGSTOP')
    },
    thaw() {
      supervised.current().signal('SIGCONT')
      status.isFrozen = false
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

interface ServiceProcess extends RunningProcess {
  /** Resolves when it serves. */
  readonly served: Promise<unknown>
  /** @returns false when it has ended */
  signal(signal: NodeJS.Signals): boolean
}

function startChild(
  { entry, env }: ServicePlan,
  { directory, logFile, status }: { directory: string; logFile: string; status: Status },
): ServiceProcess {
  // A file and no pipe: a service whose supervisor was killed must be able to log while it stops.
  const log = openSync(logFile, 'a')
  const child = fork(entry, {
    cwd: directory,
    env: { ...env },
    // Its own session: Ctrl-C reaches only the supervisor, which stops the services in order. When the
    // supervisor is killed, the closed IPC channel stops them.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [],
  })
  closeSync(log)
  const served = new Promise<void>((resolve) => {
    child.once('message', () => {
      status.isReady = true
      resolve()
    })
  })
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      status.isReady = false
      status.isFrozen = false
      resolve(signal ?? `exit code ${code}`)
    })
  })
  return {
    // No process id when the fork has failed, and none that kill() takes for a group.
    pid: child.pid ?? Number.NaN,
    served,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => child.kill(signal),
    async kill(signal) {
      const isKilled = child.kill(signal)
      await exited
      return isKilled
    },
    async [Symbol.asyncDispose]() {
      // No other process takes over, so the gateway need not wait for idle connections as it does on SIGTERM.
      child.kill('SIGINT')
      // A frozen process would not receive the signal.
      child.kill('SIGCONT')
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await exited
      clearTimeout(limit)
    },
  }
}

async function becomesReady({ served, exited }: ServiceProcess): Promise<boolean> {
  const waiting = new AbortController()
  try {
    return await Promise.race([
      served.then(() => true),
      exited.then(() => false),
      delay(READY_LIMIT_MS, false, { signal: waiting.signal }),
    ])
  } finally {
    waiting.abort()
  }
}

async function notStarted(name: string, logFile: string): Promise<Error> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-LAST_LINES)
  return new Error(`${name} did not start; the end of ${logFile}:\n  ${lines.join('\n  ')}`)
}
