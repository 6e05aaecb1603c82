import os from 'node:os'
import { readCallerEnvironment } from './config.ts'
import { startGuardedProcess } from './guarded-process.ts'
import type { RunningProcess } from './keep-running.ts'

interface Build {
  /** A script of package.json, which does nothing when its result is current. */
  readonly script: string
  readonly logFile: string
  /** The stack and other builds have precedence. */
  readonly isLowPriority?: boolean
}

/**
 * Runs a build beside a stack that serves already: its pages say so, and load again. It may install packages first, so
 * it has all variables of the caller.
 * @returns undefined where it cannot be started; the stack serves without it
 */
export async function startBuild({
  script,
  logFile,
  isLowPriority = false,
}: Build): Promise<RunningProcess | undefined> {
  try {
    const build = await startGuardedProcess({
      command: 'npm',
      args: ['run', script],
      env: readCallerEnvironment(),
      logFile,
      stopSignal: 'SIGTERM',
      stopLimitMs: 2_000,
    })
    if (isLowPriority) lowerPriority(build.pid)
    return build
  } catch {
    return undefined
  }
}

/** Processes that it starts later have the same priority. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}
