import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@takeoff/dev-env/free-ports'
import { startGuardedProcess } from '@takeoff/dev-env/guarded-process'
import type { GuardedProcess } from '@takeoff/dev-env/guarded-process'
import { findBinaries } from '@takeoff/dev-env/postgres/postgres-binaries'
import { asUnprivileged, findUnprivilegedUser } from '@takeoff/dev-env/unprivileged-user'
import { waitFor } from '@takeoff/dev-env/wait-for'
import pg from 'pg'

const run = promisify(execFile)
const SUPERUSER = 'takeoff'
const LIMIT_MS = 30_000
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
/** Processes are killed, and machines are not: nothing needs to reach the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  wal_level: 'replica',
  wal_keep_size: '512MB',
  wal_receiver_status_interval: '1s',
  fsync: 'off',
  full_page_writes: 'on',
  timezone: 'UTC',
}

interface Place {
  /** Holds `data` and the log. */
  readonly folder: string
  readonly port: number
  readonly password: string
}

/** One PostgreSQL of a cluster: a primary, or a standby that streams from it. */
export class PostgresNode implements AsyncDisposable {
  readonly #place: Place
  #server: GuardedProcess

  private constructor(place: Place, server: GuardedProcess) {
    this.#place = place
    this.#server = server
  }

  /** Starts a node on the data in its folder. */
  static async start(place: Place): Promise<PostgresNode> {
    const data = path.join(place.folder, 'data')
    const user = await findUnprivilegedUser()
    const { postgres } = await findBinaries(user)
    const settings = Object.entries({ ...SETTINGS, port: place.port })
    const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command, args] = await asUnprivileged(user, data, [postgres, '-D', data, ...flags])
    const logFile = path.join(place.folder, 'log')
    const options = { command, args, env: ENVIRONMENT, logFile, stopLimitMs: LIMIT_MS }
    const server = await startGuardedProcess({ ...options, stopSignal: 'SIGQUIT' })
    const node = new PostgresNode(place, server)
    await waitFor(
      async () => {
        if (!server.isRunning()) throw new Error(`PostgreSQL stopped at once; see ${logFile}`)
        return node.query('select 1').catch(() => undefined)
      },
      { what: `PostgreSQL (log: ${logFile})`, limitMs: LIMIT_MS, intervalMs: 20 },
    )
    return node
  }

  /** As `127.0.0.1:5432`. */
  get host(): string {
    return `127.0.0.1:${this.#place.port}`
  }

  /** The address for the superuser at this node, or at this one and others. */
  urlOf(database: string, ...others: readonly PostgresNode[]): string {
    const hosts = [this, ...others].map(({ host }) => host).join(',')
    return `postgres://${SUPERUSER}:${this.#place.password}@${hosts}/${database}`
  }

  /** Runs one statement as the superuser. */
  async query(text: string): Promise<unknown[]> {
    await using session = await this.#session()
    return await session.query(text)
  }

  /**
   * Starts a standby of this primary from a copy of its folder, and resolves when it streams.
   * @param options.synchronous this primary confirms no commit that the standby does not have
   * @param options.replaces a stopped node whose place the standby takes
   */
  async addStandby(options: {
    readonly synchronous: boolean
    readonly replaces?: PostgresNode
  }): Promise<PostgresNode> {
    const { password } = this.#place
    const place =
      options.replaces === undefined
        ? { folder: `${this.#place.folder}-standby`, port: await findFreePort(), password }
        : options.replaces.#place
    await this.#copyTo(path.join(place.folder, 'data'))
    const standby = await PostgresNode.start(place)
    await waitFor(
      async () => {
        const found = await this.query(`select from pg_stat_replication where state = 'streaming'`)
        return found.length > 0 ? true : undefined
      },
      { what: 'A streaming standby', limitMs: LIMIT_MS, intervalMs: 20 },
    )
    await this.#require(options.synchronous ? '*' : '')
    return standby
  }

  /** Makes a standby the primary; resolves when it takes writes. It waits for no standby of its own. */
  async promote(): Promise<void> {
    await this.#require('')
    await this.query('select pg_promote()')
  }

  /** SIGINT ends its sessions and writes everything, SIGQUIT is an immediate stop, SIGKILL a crash. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    await this.#server.kill(signal)
  }

  /** Stops all its processes where they are; connections stay open. */
  async freeze(): Promise<void> {
    await this.#signal('SIGSTOP')
  }

  /** Continues after `freeze`. */
  async thaw(): Promise<void> {
    await this.#signal('SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.isRunning()) await this.thaw()
    await this.#server[Symbol.asyncDispose]()
  }

  async #signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const { pid } = this.#server
    process.kill(pid, signal)
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.trim().split(' ').filter(Boolean)) {
      try {
        process.kill(Number(child), signal)
      } catch {
        // A session that has ended meanwhile.
      }
    }
  }

  async #require(synchronousStandbys: string): Promise<void> {
    await using session = await this.#session()
    await session.query(`alter system set synchronous_standby_names = '${synchronousStandbys}'`)
    await session.query('select pg_reload_conf()')
  }

  async #copyTo(data: string): Promise<void> {
    await rm(data, { recursive: true, force: true })
    await mkdir(path.dirname(data), { recursive: true })
    await using session = await this.#session()
    await copyData(session, path.join(this.#place.folder, 'data'), data)
    const { port, password } = this.#place
    const primary = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${password}`
    await writeOwned(path.join(data, 'standby.signal'), '')
    await writeOwned(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  }

  async #session() {
    const client = new pg.Client({ connectionString: this.urlOf('postgres') })
    client.on('error', () => undefined)
    await client.connect()
    return {
      query: async (text: string): Promise<unknown[]> => (await client.query(text)).rows,
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
}

/** Starts an empty primary in a folder. */
export async function startPrimary(folder: string): Promise<PostgresNode> {
  const data = path.join(folder, 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = path.join(folder, 'password')
  await writeOwned(passwordFile, password)
  const user = await findUnprivilegedUser()
  if (user !== undefined) await chown(data, user.uid, user.gid)
  const { initdb } = await findBinaries(user)
  const flags = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const locale = ['--encoding=UTF8', '--locale=C', '--no-sync']
  const [command, args] = await asUnprivileged(user, data, [
    initdb,
    `--pgdata=${data}`,
    ...flags,
    ...locale,
  ])
  await run(command, args, { env: ENVIRONMENT, cwd: '/' })
  return PostgresNode.start({ folder, port: await findFreePort(), password })
}

/**
 * Copies the data of a running PostgreSQL by its low-level functions for backups. A server that is started on the copy
 * replays the WAL since the start of the copy, and then what `standby.signal` or `recovery.signal` says.
 * @param session of the superuser, which lasts as long as the copy
 */
export async function copyData(
  session: { query(text: string): Promise<unknown[]> },
  from: string,
  to: string,
): Promise<void> {
  await session.query(`select pg_backup_start('copy', fast => true)`)
  await run('cp', ['-a', from, to])
  const [stopped] = await session.query(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  const { labelfile } = stopped as { readonly labelfile: string }
  await rm(path.join(to, 'postmaster.pid'))
  await writeOwned(path.join(to, 'backup_label'), labelfile)
}

/** Writes a file of the user that runs PostgreSQL. */
export async function writeOwned(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 })
  const user = await findUnprivilegedUser()
  if (user !== undefined) await chown(file, user.uid, user.gid)
}
