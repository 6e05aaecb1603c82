import { readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
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
  while (!wasLeftBehind && !(await link(target, lock)))
    wasLeftBehind = await replaceLeftBehind(lock, note)
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

/**
 * @returns whether this process has the lock now
 * @throws LockHeldError when it is the lock of a running process, or another process is replacing it
 */
async function replaceLeftBehind(lock: string, note: string): Promise<boolean> {
  await requireNoLock(lock)
  // Only who has this second lock replaces the first: otherwise one that was made after the first was read could be replaced.
  await using stack = new AsyncDisposableStack()
  const removal = `${lock}.removal`
  stack.use(await takeLock(removal, note))
  const found = await targetOf(lock)
  await requireEnded(found, lock)
  if (found === undefined) return false
  // It becomes the first, which is free at no moment: who found it free would not wait for what the killed process left.
  await rename(removal, lock)
  stack.move()
  return true
}

async function requireEnded(target: string | undefined, lock: string): Promise<void> {
  const { pid = 0, identity, ...of } = Object(parseJson(target ?? '')) as Partial<Target>
  if (identity !== undefined && (await identityOf(pid)) === identity)
    throw new LockHeldError(lock, { pid, note: of.note ?? String(of.port ?? '') })
}

interface Target extends LockOwner {
  readonly identity: string
  /** Of the gateway, in place of the note: earlier versions wrote a file, and one of them may be running. */
  readonly port: number
}

/** Undefined without a lock. Of a file in its place, as earlier versions made it, the text. */
async function targetOf(lock: string): Promise<string | undefined> {
  try {
    return await readlink(lock).catch((error: unknown) => {
      if (errorCode(error) === 'EINVAL') return readFile(lock, 'utf8')
      throw error
    })
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
