import { readlink, rename, rm, symlink } from 'node:fs/promises'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { errorCode } from '@takeoff/kit/values/caught'

/**
 * Makes this process the only one of the machine that imports into a journal, until it is disposed. A lock that a killed
 * process has left is replaced.
 * @throws CommandFailedError while another process has it
 */
export async function lockJournal(lock: string): Promise<AsyncDisposable> {
  if (!(await take(lock))) {
    await removeLeftBehind(lock)
    if (!(await take(lock))) throw new CommandFailedError('Another import of this file has begun.')
  }
  return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) }
}

/** Makes a link to the id of this process, which is there with its content at once or not at all. */
async function take(lock: string): Promise<boolean> {
  try {
    await symlink(String(process.pid), lock)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** @throws CommandFailedError when it is the lock of a process that lives */
async function removeLeftBehind(lock: string): Promise<void> {
  const found = await readIfThere(lock)
  requireEnded(found, lock)
  // Of several processes that find it, one renames it. Another lock may have been made meanwhile, which goes back.
  const aside = `${lock}.${process.pid}`
  await ignoringAbsence(rename(lock, aside))
  const moved = await readIfThere(aside)
  if (moved !== undefined && moved !== found) {
    await rename(aside, lock)
    requireEnded(moved, lock)
  }
  await rm(aside, { force: true })
}

function requireEnded(pidText: string | undefined, lock: string): void {
  const pid = Number(pidText)
  // In containers ids are used again: a lock with the own one is of an earlier process.
  if (pid > 0 && pid !== process.pid && isAlive(pid))
    throw new CommandFailedError(
      `Another import of this file runs (process ${pid}). Wait for its end; if that process is no import, delete ${lock}.`,
    )
}

function readIfThere(link: string): Promise<string | undefined> {
  return ignoringAbsence(readlink(link))
}

function ignoringAbsence<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
