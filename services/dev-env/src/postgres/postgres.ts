import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { databaseRolesSql } from '@takeoff/kit/postgres/database-roles'
import type { DatabaseRoles } from '@takeoff/kit/postgres/database-roles'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { keepRunning } from '../keep-running.ts'
import type { RunningProcess, SupervisedProcess } from '../keep-running.ts'
import { openPlainDatabase } from './open-plain-database.ts'
import { initialiseServer, startServer, SUPERUSER } from './postgres-server.ts'
import { commandLineOf } from '@takeoff/kit/service/process-identity'
import { waitFor } from '../wait-for.ts'

const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 10_000

export interface PostgresOptions {
  /** Folder of its data and password; made when missing. */
  readonly directory: string
  readonly logFile: string
  /** For data that need not survive a power cut: writes are never flushed to the disk. */
  readonly throwaway?: boolean
  /** Settings of the server in addition to those for a laptop. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called when it ended and is started again. */
  readonly say?: (line: string) => void
}

/** A private PostgreSQL on a free loopback port. */
export interface Postgres extends AsyncDisposable {
  /** Connection string of the superuser, database `postgres`. */
  readonly url: string
  urlOf(database: string): string
  /** Makes the database unless it exists, and the roles that use it; returns the superuser's connection string. */
  createDatabase(name: string, roles?: DatabaseRoles): Promise<string>
  /** SIGKILL, as a crash would; it recovers and serves again by itself. */
  kill9(): Promise<void>
  /**
   * PostgreSQL's immediate stop: sessions are cut off and nothing is written; resolves when it serves again.
   * @returns false when there was nothing to stop, as it has just ended and starts again
   */
  stopImmediately(): Promise<boolean>
}

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const data = path.join(options.directory, 'data')
  await mkdir(path.dirname(options.logFile), { recursive: true })
  const password = await initialise(options.directory)
  await clearStaleLock(data)
  const port = await findFreePort()
  const settings = {
    ...SETTINGS,
    ...(options.throwaway === true && THROWAWAY_SETTINGS),
    ...options.settings,
    port,
  }
  const start = (): Promise<RunningProcess> =>
    startServer({
      data,
      settings,
      logFile: options.logFile,
      // SIGINT is PostgreSQL's fast shutdown: open sessions are ended, everything is written.
      stopSignal: 'SIGINT',
      stopLimitMs: STOP_LIMIT_MS,
    })
  const server = await start()
  await waitUntilReady(data, () => server.isRunning(), options.logFile)
  const supervised = keepRunning(server, {
    name: 'PostgreSQL',
    start: async () => {
      await clearStaleLock(data)
      return start()
    },
    say: options.say ?? (() => undefined),
  })
  return postgresAt({
    address: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`,
    server: supervised,
    restarted: () => waitUntilReady(data, () => true, options.logFile),
  })
}

/** Returns the superuser's password. Its file is written last: half an initialisation is done again. */
async function initialise(directory: string): Promise<string> {
  const passwordFile = path.join(directory, 'password')
  if (existsSync(passwordFile)) return await readFile(passwordFile, 'utf8')

  await rm(directory, { recursive: true, force: true })
  const password = await initialiseServer(directory)
  await writeFile(passwordFile, password, { mode: 0o600 })
  return password
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  checkpoint_timeout: '15min',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
} as const

const THROWAWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' } as const

/** The server writes `ready` as the eighth line of its lock file; this is how pg_ctl waits, too. */
async function waitUntilReady(
  data: string,
  isRunning: () => boolean,
  logFile: string,
): Promise<void> {
  await waitFor(
    async () => {
      if (!isRunning()) throw new Error(`PostgreSQL stopped at once; see ${logFile}`)
      const lines = await lockLines(data)
      return lines?.[7]?.trim() === 'ready' ? true : undefined
    },
    { what: `PostgreSQL (log: ${logFile})`, limitMs: START_LIMIT_MS, intervalMs: 20 },
  )
}

/**
 * After a kill -9 the lock file stays. PostgreSQL clears it unless another process has its process id,
 * which is common in containers; and its guard may still be stopping the old server.
 */
async function clearStaleLock(data: string): Promise<void> {
  const lines = await lockLines(data)
  const pid = Number(lines?.[0])
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0) return
  await waitFor(async () => ((await commandLineOf(pid))?.includes('postgres') ? undefined : true), {
    what: `The end of the PostgreSQL with process id ${pid}, which still uses ${data},`,
    limitMs: STOP_LIMIT_MS + 2_000,
  })
  await rm(path.join(data, 'postmaster.pid'), { force: true })
}

async function lockLines(data: string): Promise<string[] | undefined> {
  try {
    return (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
  } catch {
    return undefined
  }
}

function postgresAt({
  address,
  server,
  restarted,
}: {
  readonly address: string
  readonly server: SupervisedProcess<RunningProcess>
  readonly restarted: () => Promise<void>
}): Postgres {
  const urlOf = (database: string): string => `${address}/${database}`
  return {
    url: urlOf('postgres'),
    urlOf,
    async createDatabase(name, roles) {
      await using admin = await openPlainDatabase(urlOf('postgres'))
      const found = await admin.query('select 1 from pg_database where datname = $1', [name])
      if (found.length === 0) await admin.query(`create database "${name}"`)
      if (roles === undefined) return urlOf(name)
      await using database = await openPlainDatabase(urlOf(name))
      await database.query(await databaseRolesSql(roles))
      return urlOf(name)
    },
    async kill9() {
      await server.kill('SIGKILL')
    },
    async stopImmediately() {
      if (!(await server.kill('SIGQUIT'))) return false
      // The server has removed its lock file, so a new file belongs to the next server.
      await restarted()
      return true
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
