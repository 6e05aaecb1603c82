import { randomUUID } from 'node:crypto'
import { readlink, rename, rm, symlink } from 'node:fs/promises'
import { errorCode } from '../values/caught.ts'
import { parseJson } from '../values/json.ts'
import { identityOf } from './process-identity.ts'

/** The process that has a lock. */
export interface LockOwner {
  readonly pid: number
  /** What it gave with the lock. */
  readonly note: string
}

/** A running process has the lock. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError'
  readonly owner: LockOwner

  constructor(lock: string, owner: LockOwner) {
    super(`process ${owner.pid} has ${lock}`)
    this.owner = owner
  }
}

/** Disposing it lets another process take it. */
export interface ProcessLock extends AsyncDisposable {
  /** The last owner was killed, so parts of it may still be stopping. */
  readonly wasLeftBehind: boolean
}

/**
 * Makes this process the only one of the machine that has a lock, a symbolic link whose target names the process: a link is
 * there with its target at once or not at all, also on a full disk. One that a killed process has left is replaced.
 * @param note for those who find it
 * @throws LockHeldError
 */
export async function takeLock(lock: string, note = ''): Promise<ProcessLock> {
  const identity = await identityOf(process.pid)
  const target = JSON.stringify({ pid: process.pid, identity, note })
  let wasLeftBehind = false
  while (!(await link(target, lock))) if (await removeLeftBehind(lock)) wasLeftBehind = true
  return { wasLeftBehind, [Symbol.asyncDispose]: () => rm(lock, { force: true }) }
}

/** @throws LockHeldError while a running process has the lock */
export async function requireNoLock(lock: string): Promise<void> {
  await requireEnded(await targetOf(lock), lock)
}

async function link(target: string, lock: string): Promise<boolean> {
  try {
    await symlink(target, lock)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** @throws LockHeldError when it is the lock of a running process */
async function removeLeftBehind(lock: string): Promise<boolean> {
  const found = await targetOf(lock)
  await requireEnded(found, lock)
  // Of several processes that find it, one renames it. Another lock may have been made meanwhile, which goes back.
  const aside = `${lock}.${randomUUID()}`
  if (!(await renameIfThere(lock, aside))) return false
  if ((await targetOf(aside)) === found) {
    await rm(aside)
    return true
  }
  await rename(aside, lock)
  return false
}

async function requireEnded(target: string | undefined, lock: string): Promise<void> {
  const { pid = 0, identity, note = '' } = Object(parseJson(target ?? '')) as Partial<Target>
  if (identity !== undefined && (await identityOf(pid)) === identity)
    throw new LockHeldError(lock, { pid, note })
}

interface Target extends LockOwner {
  readonly identity: string
}

/** Undefined without a lock, and for a file in its place, as earlier versions made it. */
async function targetOf(lock: string): Promise<string | undefined> {
  return readlink(lock).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EINVAL') return undefined
    throw error
  })
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}
