import { readlink, rm, symlink } from 'node:fs/promises'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { errorCode } from '@takeoff/kit/values/caught'

/**
 * Makes this process the only one that imports into a journal, until it is disposed. A lock that a killed process has
 * left is replaced.
 * @throws CommandFailedError while another process has it
 */
export async function lockJournal(lock: string): Promise<AsyncDisposable> {
  await removeLeftBehind(lock)
  try {
    // A link to the id of the process is made with its content at once, or not at all.
    await symlink(String(process.pid), lock)
  } catch (error) {
    // Another one has made it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error
    await removeLeftBehind(lock)
    throw error
  }
  return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) }
}

/** @throws CommandFailedError when it is the lock of a process that lives */
async function removeLeftBehind(lock: string): Promise<void> {
  const text = await readlink(lock).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return
  const pid = Number(text)
  // In containers ids are used again: a lock with the own one is of an earlier process.
  if (pid > 0 && pid !== process.pid && isAlive(pid))
    throw new CommandFailedError(
      `Another import of this file runs (process ${pid}). Wait for its end; if that process is no import, delete ${lock}.`,
    )
  await rm(lock, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
