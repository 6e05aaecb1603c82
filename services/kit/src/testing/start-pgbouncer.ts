import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findFreePort } from '../http/free-ports.ts'

/** Where Debian installs it, which may not be on the PATH. */
const PACKAGED = '/usr/sbin/pgbouncer'
const PROGRAM = existsSync(PACKAGED) ? PACKAGED : 'pgbouncer'
/** Fewer than the clients of a test, so that they take turns on each. */
const SERVER_CONNECTIONS = 2

/** A PgBouncer in transaction mode. */
export interface TestPgbouncer extends AsyncDisposable {
  /** The same database and role, through it. */
  readonly url: string
}

/** Starts PgBouncer before the server of a URL; undefined where none is installed. */
export async function startPgbouncer(url: string): Promise<TestPgbouncer | undefined> {
  if (!(await isInstalled())) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'takeoff-pgbouncer-'))
  // It does not run as root, and reads its files as the other user.
  await chmod(folder, 0o755)
  const through = new URL(url)
  through.port = String(await findFreePort())
  const users = path.join(folder, 'users.txt')
  const { username, password } = new URL(url)
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  const configuration = path.join(folder, 'pgbouncer.ini')
  await writeFile(configuration, configurationOf(new URL(url), through, users))
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const server = spawn(PROGRAM, [...asUser, configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line)
    if (line.includes('process up')) break
  }
  if (!lines.at(-1)?.includes('process up')) throw new Error(`pgbouncer ended: ${lines.join('\n')}`)
  server.stderr.resume()
  return {
    url: through.href,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function isInstalled(): Promise<boolean> {
  return promisify(execFile)(PROGRAM, ['--version']).then(
    () => true,
    () => false,
  )
}

function configurationOf(to: URL, through: URL, users: string): string {
  return `[databases]
* = host=${to.hostname} port=${to.port}
[pgbouncer]
listen_addr = ${through.hostname}
listen_port = ${through.port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
`
}
