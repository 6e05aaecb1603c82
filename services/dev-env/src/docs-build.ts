import path from 'node:path'
import { readBaseEnvironment } from './config.ts'
import { startGuardedProcess } from './guarded-process.ts'
import type { GuardedProcess } from './guarded-process.ts'

/**
 * Builds the documentation when it is out of date, beside a stack that serves already and has precedence. The build needs
 * the development packages, which the script installs first.
 * @param logs folder of the logs
 * @returns undefined where it cannot be started; the stack serves without it
 */
export async function startDocsBuild(logs: string): Promise<GuardedProcess | undefined> {
  try {
    return await startGuardedProcess({
      command: 'nice',
      args: ['-n', '19', 'npm', 'run', 'docs'],
      env: readBaseEnvironment(),
      logFile: path.join(logs, 'docs.log'),
      stopSignal: 'SIGTERM',
      stopLimitMs: 2_000,
    })
  } catch {
    return undefined
  }
}
