import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunningProcess } from './keep-running.ts'

const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url))

export interface GuardedProcessOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** File for standard output and standard error. */
  readonly logFile: string
  /** Signal for a clean stop; SIGKILL follows after the limit. */
  readonly stopSignal: NodeJS.Signals
  readonly stopLimitMs: number
}

/** Starts a foreign program as a child that cannot outlive this process. */
export async function startGuardedProcess(options: GuardedProcessOptions): Promise<RunningProcess> {
  const guard = spawnGuard(options)
  const exited = new Promise<string>((resolve) => {
    guard.once('exit', (code) => resolve(`exit code ${code ?? 137}`))
  })
  const pid = await pidOfChild(guard, options)
  const isRunning = (): boolean => guard.exitCode === null && guard.signalCode === null
  return {
    pid,
    exited,
    isRunning,
    async kill(signal) {
      if (!isRunning()) return false
      process.kill(pid, signal)
      await exited
      return true
    },
    async [Symbol.asyncDispose]() {
      if (guard.connected) guard.disconnect()
      await exited
    },
  }
}

function spawnGuard(options: GuardedProcessOptions): ChildProcess {
  const log = openSync(options.logFile, 'a')
  const { stopSignal, stopLimitMs, command, args, env } = options
  try {
    return spawn(process.execPath, [GUARD, stopSignal, String(stopLimitMs), command, ...args], {
      env,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    })
  } finally {
    closeSync(log)
  }
}

async function pidOfChild(guard: ChildProcess, options: GuardedProcessOptions): Promise<number> {
  const reported = once(guard, 'message').then(([message]) => (message as { pid: number }).pid)
  const failed = once(guard, 'exit').then(() => undefined)
  const pid = await Promise.race([reported, failed])
  if (pid !== undefined) return pid
  throw new Error(`${options.command} did not start; see ${options.logFile}`)
}
