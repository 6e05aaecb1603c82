import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import type { RunningProcess } from '@takeoff/dev-env/keep-running'
import { initialiseServer, startServer, SUPERUSER } from '@takeoff/dev-env/postgres/postgres-server'
import { waitFor } from '@takeoff/dev-env/wait-for'
import pg from 'pg'
import { copyData, writeOwned } from './copy-data.ts'
import { LOOPBACK } from './network.ts'
import type { Host } from './network.ts'

const LIMIT_MS = 30_000
/** A node that is frozen or out of reach does not respond. */
const CONNECT_LIMIT_MS = 5_000
/** Processes are killed, and machines are not: nothing needs to reach the disk. */
const SETTINGS = {
  unix_socket_directories: '',
  shared_buffers: '32MB',
  wal_level: 'replica',
  wal_keep_size: '512MB',
  wal_receiver_status_interval: '1s',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'on',
  timezone: 'UTC',
}

/** By password from other machines, too. */
const REMOTE_CLIENTS = `host all all all scram-sha-256
host replication all all scram-sha-256
`

interface Place {
  /** Holds `data` and the log. */
  readonly folder: string
  readonly host: Host
  readonly port: number
  readonly password: string
}

/** One PostgreSQL of a cluster: a primary, or a standby that streams from it. */
export class PostgresNode implements AsyncDisposable {
  readonly #place: Place
  #server: RunningProcess

  private constructor(place: Place, server: RunningProcess) {
    this.#place = place
    this.#server = server
  }

  /** Starts a node on the data in its folder. */
  static async start(place: Place): Promise<PostgresNode> {
    const { address, enter } = place.host
    const logFile = path.join(place.folder, 'log')
    const server = await startServer({
      data: path.join(place.folder, 'data'),
      settings: { ...SETTINGS, listen_addresses: address, port: place.port },
      enter,
      logFile,
      stopSignal: 'SIGQUIT',
      stopLimitMs: LIMIT_MS,
    })
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

  /** The machine on which it runs. */
  get host(): Host {
    return this.#place.host
  }

  /** Holds `data` and the log. */
  get folder(): string {
    return this.#place.folder
  }

  /** As `127.0.0.1:5432`. */
  get authority(): string {
    return `${this.#place.host.address}:${this.#place.port}`
  }

  /** The address for the superuser at this node, or at this one and others. */
  urlOf(database: string, ...others: readonly PostgresNode[]): string {
    const hosts = [this, ...others].map(({ authority }) => authority).join(',')
    return `postgres://${SUPERUSER}:${this.#place.password}@${hosts}/${database}`
  }

  /** Runs one statement as the superuser. */
  async query(text: string, database = 'postgres'): Promise<unknown[]> {
    await using session = await this.#session(database)
    return await session.query(text)
  }

  /**
   * Starts a standby of this primary from a copy of its folder, and resolves when it streams.
   * @param options.synchronous this primary confirms no commit that the standby does not have
   * @param options.replaces a stopped node whose place the standby takes
   * @param options.on the machine of a new standby, and its folder there
   */
  async addStandby(options: {
    readonly synchronous: boolean
    readonly replaces?: PostgresNode
    readonly on?: { readonly host: Host; readonly folder: string }
  }): Promise<PostgresNode> {
    const { password } = this.#place
    const { replaces } = options
    const place =
      replaces === undefined
        ? {
            host: LOOPBACK,
            folder: `${this.#place.folder}-standby`,
            port: await findFreePort(),
            password,
            ...options.on,
          }
        : replaces.#place
    await this.#copyTo(path.join(place.folder, 'data'))
    const standby = await PostgresNode.start(place)
    await waitFor(
      async () => {
        const found = await this.query(`select from pg_stat_replication where state = 'streaming'`)
        return found.length > 0 ? true : undefined
      },
      { what: 'A streaming standby', limitMs: LIMIT_MS, intervalMs: 20 },
    )
    await this.requireStandbys(options.synchronous ? '*' : '')
    return standby
  }

  /** Makes a standby the primary; resolves when it takes writes. It waits for no standby of its own. */
  async promote(): Promise<void> {
    await this.requireStandbys('')
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

  /** SIGKILL to all its processes, running or frozen, as the watchdog of Patroni does to a former primary. */
  async fence(): Promise<void> {
    if (this.#server.isRunning()) await this.#signal('SIGKILL')
    await this.#server.exited
  }

  async #signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
    const { pid } = this.#server
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const one of [String(pid), ...children.trim().split(' ').filter(Boolean)]) {
      try {
        process.kill(Number(one), signal)
      } catch {
        // A session that has ended meanwhile.
      }
    }
  }

  /** Sets `synchronous_standby_names`: a commit waits for these. */
  async requireStandbys(synchronousStandbys: string): Promise<void> {
    await using session = await this.#session()
    await session.query(`alter system set synchronous_standby_names = '${synchronousStandbys}'`)
    await session.query('select pg_reload_conf()')
  }

  async #copyTo(data: string): Promise<void> {
    await rm(data, { recursive: true, force: true })
    await mkdir(path.dirname(data), { recursive: true })
    await using session = await this.#session()
    await copyData(session, path.join(this.#place.folder, 'data'), data)
    const { host, port, password } = this.#place
    const primary = `host=${host.address} port=${port} user=${SUPERUSER} password=${password}`
    await writeOwned(path.join(data, 'standby.signal'), '')
    await writeOwned(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  }

  async #session(database = 'postgres') {
    const client = new pg.Client({
      connectionString: this.urlOf(database),
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    })
    client.on('error', () => undefined)
    await client.connect()
    return {
      query: async (text: string): Promise<unknown[]> => (await client.query(text)).rows,
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
}

/** Starts an empty primary in a folder. */
export async function startPrimary(folder: string, host = LOOPBACK): Promise<PostgresNode> {
  const password = await initialiseServer(folder)
  await appendFile(path.join(folder, 'data/pg_hba.conf'), REMOTE_CLIENTS)
  return PostgresNode.start({ folder, host, port: await findFreePort(), password })
}
