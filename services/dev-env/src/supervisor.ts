import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { followLog } from './follow-log.ts'
import { readableError } from './readable-error.ts'

const READY_LIMIT_MS = 120_000
/** A service ends requests and deliveries under way within 15 s by itself. */
const STOP_LIMIT_MS = 17_000
const BACK_OFF_MS = [100, 500, 1_000, 2_000, 5_000] as const
/** A service that served this long starts again without a wait. */
const STABLE_MS = 10_000
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
export interface SupervisedService extends AsyncDisposable {
  readonly name: string
  /** Process id of the process that runs now, or that ran last. */
  readonly pid: number | undefined
  /** Whether it serves; a frozen process does not. */
  isReady(): boolean
  /**
   * SIGKILL, as a crash would; the service is started again.
   * @returns false when there was nothing to kill, as it has just ended and starts again
   */
  kill9(): Promise<boolean>
  /** SIGKILL; the service is started again when it is brought back. */
  takeAway(): Promise<void>
  bringBack(): void
  /** SIGSTOP: the process keeps its connections and does nothing. */
  freeze(): void
  /** SIGCONT */
  thaw(): void
}

interface State {
  child: ChildProcess | undefined
  ready: boolean
  frozen: boolean
  stopping: boolean
  crashes: number
  /** While the service is taken away: resolves when it is brought back. */
  away: PromiseWithResolvers<void> | undefined
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
  const logFile = path.join(options.logs, `${plan.name}.log`)
  const log = await followLog(logFile, (line) => {
    const error = readableError(line)
    if (error !== undefined) options.say(`${plan.name}: ${error}`)
  })
  const state: State = {
    child: undefined,
    ready: false,
    frozen: false,
    stopping: false,
    crashes: 0,
    away: undefined,
  }
  const start = (): Promise<void> => startChild(plan, { ...options, logFile, state })
  try {
    await start()
  } catch (error) {
    await stop(state, log)
    throw error
  }
  void keepRunning(plan, { ...options, state, start })
  const kill9 = async (): Promise<boolean> => {
    const { child } = state
    if (child === undefined) return false
    const exited = exitOf(child)
    const isKilled = child.kill('SIGKILL')
    // The process did not crash by itself, so it restarts without a wait.
    state.crashes = 0
    await exited
    return isKilled
  }
  return {
    name: plan.name,
    get pid() {
      return state.child?.pid
    },
    isReady: () => state.ready && !state.frozen,
    kill9,
    async takeAway() {
      state.away ??= Promise.withResolvers()
      await kill9()
    },
    bringBack: () => bringBack(state),
    freeze() {
      state.frozen = state.child?.kill('SIGSTOP') ?? false
    },
    thaw() {
      state.child?.kill('SIGCONT')
      state.frozen = false
    },
    [Symbol.asyncDispose]: () => stop(state, log),
  }
}

async function startChild(
  { name, entry, env }: ServicePlan,
  { directory, logFile, state }: { directory: string; logFile: string; state: State },
): Promise<void> {
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
  state.child = child
  child.once('exit', () => {
    state.ready = false
    state.frozen = false
  })
  if (await becomesReady(child)) {
    state.ready = true
    return
  }
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-LAST_LINES)
  throw new Error(`${name} did not start; the end of ${logFile}:\n  ${lines.join('\n  ')}`)
}

async function becomesReady(child: ChildProcess): Promise<boolean> {
  const waiting = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', { signal: waiting.signal }).then(() => true),
      exitOf(child).then(() => false),
      delay(READY_LIMIT_MS, false, { signal: waiting.signal }),
    ])
  } finally {
    waiting.abort()
  }
}

async function keepRunning(
  { name }: ServicePlan,
  {
    say,
    state,
    start,
  }: SupervisorOptions & { readonly state: State; readonly start: () => Promise<void> },
): Promise<void> {
  while (state.child !== undefined) {
    const startedAt = performance.now()
    const how = await exitOf(state.child)
    if (state.stopping) return
    if (performance.now() - startedAt > STABLE_MS) state.crashes = 0
    const waitMs = BACK_OFF_MS[Math.min(state.crashes, BACK_OFF_MS.length - 1)]
    state.crashes += 1
    say(`${name} ended (${how}); starting it again`)
    await delay(waitMs)
    await state.away?.promise
    if (state.stopping) return
    // A process that ends again before it serves is restarted by its exit handler.
    await start().catch(() => undefined)
  }
}

function bringBack(state: State): void {
  state.away?.resolve()
  state.away = undefined
}

async function stop(state: State, log: AsyncDisposable): Promise<void> {
  state.stopping = true
  state.ready = false
  bringBack(state)
  if (state.child !== undefined) await stopChild(state.child)
  await log[Symbol.asyncDispose]()
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exited = exitOf(child)
  // No other process takes over, so the gateway need not wait for idle connections as it does on SIGTERM.
  child.kill('SIGINT')
  // A frozen process would not receive the signal.
  child.kill('SIGCONT')
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await exited
  clearTimeout(limit)
}

/** Resolves with what ended the process, at once when it has ended. */
async function exitOf(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? `exit code ${child.exitCode}`
}
