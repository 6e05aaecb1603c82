import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startGuardedProcess } from '../guarded-process.ts'
import type { GuardedProcessOptions } from '../guarded-process.ts'
import type { RunningProcess } from '../keep-running.ts'
import { asUnprivileged, findUnprivilegedUser } from '../unprivileged-user.ts'
import { findBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)
export const SUPERUSER = 'takeoff'
/** The caller's PG… variables must not reach the server. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Initialises the data of a server in the folder's subfolder `data`. @returns the superuser's password */
export async function initialiseServer(folder: string): Promise<string> {
  const user = await findUnprivilegedUser()
  const data = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password.new')
  const password = randomBytes(24).toString('base64url')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user !== undefined) {
    await Promise.all([data, passwordFile].map((file) => chown(file, user.uid, user.gid)))
  }
  const { initdb } = await findBinaries(user)
  const [command, args] = await asUnprivileged(user, data, [
    initdb,
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ])
  await run(command, args, { env: ENVIRONMENT, cwd: '/' })
  await rm(passwordFile)
  return password
}

interface ServerOptions extends Pick<
  GuardedProcessOptions,
  'logFile' | 'stopSignal' | 'stopLimitMs'
> {
  readonly data: string
  readonly settings: Readonly<Record<string, string | number>>
  /** The beginning of the command line, as for the network of another machine. */
  readonly enter?: readonly string[]
}

/** Starts a server on its data; it is not ready yet. */
export async function startServer({
  data,
  settings,
  enter = [],
  ...options
}: ServerOptions): Promise<RunningProcess> {
  const user = await findUnprivilegedUser()
  const { postgres } = await findBinaries(user)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const line = await asUnprivileged(user, data, [postgres, '-D', data, ...flags])
  const [command = '', ...args] = [...enter, line[0], ...line[1]]
  return startGuardedProcess({ ...options, command, args, env: ENVIRONMENT })
}
