import path from 'node:path'
import { readBaseEnvironment } from './config.ts'
import { startGuardedProcess } from './guarded-process.ts'
import type { GuardedProcess } from './guarded-process.ts'

/**
 * Builds the console when it is out of date, beside a stack that serves already: its pages say so and load again.
 * @param logs folder of the logs
 * @returns undefined where it cannot be started; the stack serves without it
 */
export async function startConsoleBuild(logs: string): Promise<GuardedProcess | undefined> {
  try {
    return await startGuardedProcess({
      command: 'npm',
      args: ['run', 'console'],
      env: readBaseEnvironment(),
      logFile: path.join(logs, 'console-build.log'),
      stopSignal: 'SIGTERM',
      stopLimitMs: 2_000,
    })
  } catch {
    return undefined
  }
}
