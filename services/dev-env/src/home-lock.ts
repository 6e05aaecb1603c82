import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { LockHeldError, requireNoLock, takeLock } from '@takeoff/kit/service/process-lock'
import type { LockOwner, ProcessLock } from '@takeoff/kit/service/process-lock'

/** The folder is in use by a stack that runs now. */
export class HomeInUseError extends CommandFailedError {
  /** @param owner whose note is the port of the gateway that uses the folder */
  constructor(home: string, { pid, note }: LockOwner) {
    super(
      `Takeoff already runs with ${home}, at http://localhost:${note} (process ${pid}). Stop it there with Ctrl-C, or set TAKEOFF_HOME to another folder.`,
    )
  }
}

/**
 * Makes this process the only one that uses the folder.
 * @throws HomeInUseError
 */
export async function lockHome(home: string, port: number): Promise<ProcessLock> {
  await mkdir(home, { recursive: true })
  return takeLock(lockFile(home), String(port)).catch(inUse(home))
}

/** @throws HomeInUseError */
export async function requireUnused(home: string): Promise<void> {
  await requireNoLock(lockFile(home)).catch(inUse(home))
}

function inUse(home: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof LockHeldError ? new HomeInUseError(home, error.owner) : error
  }
}

function lockFile(home: string): string {
  return path.join(home, 'lock.json')
}
