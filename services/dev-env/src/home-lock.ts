import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { identityOf } from './process-identity.ts'

interface Owner {
  readonly pid: number
  readonly identity: string | undefined
  readonly port: number
}

/** The folder is in use by a stack that runs now. */
export class HomeInUseError extends CommandFailedError {
  /** Port of the gateway that uses it. */
  readonly port: number

  constructor(home: string, { pid, port }: Owner) {
    super(
      `Takeoff already runs with ${home}, at http://localhost:${port} (process ${pid}). Stop it there with Ctrl-C, or set TAKEOFF_HOME to another folder.`,
    )
    this.port = port
  }
}

export interface HomeLock extends AsyncDisposable {
  /** The last owner was killed, so parts of it may still be stopping. */
  readonly wasLeftBehind: boolean
}

/**
 * Makes this process the only one that uses the folder.
 * @throws HomeInUseError
 */
export async function lockHome(home: string, port: number): Promise<HomeLock> {
  await mkdir(home, { recursive: true })
  const file = lockFile(home)
  const wasLeftBehind = await clearLeftover(home)
  const owner: Owner = { pid: process.pid, identity: await identityOf(process.pid), port }
  try {
    await writeFile(file, JSON.stringify(owner), { flag: 'wx' })
  } catch (error) {
    const other = await readOwner(home)
    throw other === undefined ? error : new HomeInUseError(home, other)
  }
  return { wasLeftBehind, [Symbol.asyncDispose]: () => rm(file, { force: true }) }
}

/** @throws HomeInUseError */
export async function requireUnused(home: string): Promise<void> {
  await clearLeftover(home)
}

async function clearLeftover(home: string): Promise<boolean> {
  const owner = await readOwner(home)
  if (owner === undefined) return false
  const identity = await identityOf(owner.pid)
  if (identity !== undefined && identity === owner.identity) throw new HomeInUseError(home, owner)
  await rm(lockFile(home), { force: true })
  return true
}

async function readOwner(home: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(lockFile(home), 'utf8')) as Owner
  } catch {
    return undefined
  }
}

function lockFile(home: string): string {
  return path.join(home, 'lock.json')
}
