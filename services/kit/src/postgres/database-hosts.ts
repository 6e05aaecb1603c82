import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Logger } from '../service/logger.ts'
import type { Target } from '../service/postgres-url.ts'
import { errorMessage } from '../values/caught.ts'
import { hostClient } from './host-client.ts'
import {
  connectionError,
  firstOf,
  fits,
  isRefusal,
  isUnreachable,
  NoConnectionError,
  nameOf,
  readRole,
  roleText,
  unreachable,
  UnreachableError,
} from './host-role.ts'
import type { DatabaseHost, HostRole } from './host-role.ts'
import { isOfReadOnlyServer } from './outcome.ts'
import type { Client, Result } from './row-limited-connection.ts'

/** A host that has not reported its role by then is skipped. */
const PROBE_TIMEOUT_MS = 750
/** After so long without a response the hosts are probed. */
const SILENCE_MS = 500
const WATCH_EVERY_MS = 100
/** How long a request waits for a host, and the pause between two probes. */
const WAIT_MS = 3_000
const PAUSE_MS = 100

interface DatabaseHostsOptions {
  /** In the order in which they are probed. */
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]]
  readonly target: Target
  readonly logger: Logger
}

/** The driver's connection pool, as far as its hosts need it. */
export interface HostPool {
  readonly options: pg.ClientConfig
  connect(): Promise<Client>
  on(event: 'connect', listener: (client: Client) => void): void
}

/**
 * The hosts of a database. All connections of a pool lead to one of them. When it cannot be connected to, turns
 * read-only, ends a connection or is silent, all are probed; once another one is chosen, the connections to the
 * former one are ended at once, whether they are idle or wait for a response.
 */
export class DatabaseHosts {
  readonly #hosts: DatabaseHostsOptions['hosts']
  readonly #targets: readonly Target[]
  readonly #logger: Logger
  /** The sockets of connections, with their hosts. */
  readonly #sockets = new Map<Duplex, DatabaseHost>()
  /** The responses that are awaited, the oldest first. */
  readonly #awaited = new Set<{ readonly since: number }>()
  #config: pg.ClientConfig = {}
  #current: DatabaseHost
  #isChosen: boolean
  #reasons = ''
  #probing: Promise<boolean> | undefined
  #probedAt = -Infinity
  #watching: NodeJS.Timeout | undefined

  constructor({ hosts, target, logger }: DatabaseHostsOptions) {
    this.#hosts = hosts
    this.#targets = target === 'prefer-standby' ? ['standby', 'any'] : [target]
    this.#logger = logger
    this.#current = hosts[0]
    this.#isChosen = hosts.length === 1
  }

  /** For the option `Client` of a pool: its clients connect to the chosen host, which must be of the wanted kind. */
  get Client(): typeof pg.Client {
    return hostClient({
      next: () => {
        const host = this.#current
        return { host, config: this.#configOf(host, () => this.#socketOf(host)) }
      },
      check: (client, host) => this.#requireKind(client, host),
      awaiting: (response) => this.#responseOf(response),
    })
  }

  /** Lets a pool wait until a host can be used, and watches its connections. */
  serve(pool: HostPool): void {
    this.#config = pool.options
    const connectPool = pool.connect.bind(pool)
    const connect = (): Promise<Client> =>
      connectPool().catch((error: unknown) => {
        throw connectionError(error)
      })
    pool.connect = connect
    if (this.#hosts.length === 1) return
    pool.connect = () => this.#connectTo(connect)
    pool.on('connect', (client) => this.#watch(client))
  }

  async #connectTo(connect: HostPool['connect']): Promise<Client> {
    const giveUpAt = performance.now() + WAIT_MS
    for (;;) {
      try {
        if (!this.#isChosen && !(await this.#probe()))
          throw new UnreachableError(`no host of the database can be used: ${this.#reasons}`)
        return await connect()
      } catch (error) {
        if (!isUnreachable(error)) throw error
        if (performance.now() > giveUpAt)
          throw new NoConnectionError(errorMessage(error), { cause: error })
        if (!(await this.#probe())) await delay(PAUSE_MS)
      }
    }
  }

  #watch(client: Client): void {
    client.on('error', () => this.#suspect())
    const query = client.query.bind(client)
    client.query = (statement, values) =>
      this.#responseOf(query(statement, values)).catch((error: unknown): Result => {
        if (isOfReadOnlyServer(error)) this.#suspect()
        throw error
      })
  }

  async #responseOf<T>(response: Promise<T>): Promise<T> {
    const one = { since: performance.now() }
    this.#awaited.add(one)
    try {
      return await response
    } finally {
      this.#awaited.delete(one)
    }
  }

  #suspectSilence(): void {
    const since = performance.now() - SILENCE_MS
    const [oldest] = this.#awaited
    const isLate = oldest !== undefined && oldest.since < since
    if (isLate && (this.#probedAt < since || !this.#isChosen)) this.#suspect()
  }

  /** Something is wrong with the chosen host: probes all of them in the background. */
  #suspect(): void {
    if (this.#hosts.length === 1 || performance.now() - this.#probedAt < PAUSE_MS) return
    this.#probe().catch((error: unknown) =>
      this.#logger.error({ err: error }, 'the hosts of the database refuse this process'),
    )
  }

  /** Resolves with whether a host can be used. One probe runs at a time. */
  #probe(): Promise<boolean> {
    this.#probing ??= this.#choose().finally(() => {
      this.#probedAt = performance.now()
      this.#probing = undefined
    })
    return this.#probing
  }

  async #choose(): Promise<boolean> {
    const others = this.#hosts.filter((host) => host !== this.#current)
    const unresponsive = new Set(this.#hosts)
    const probes = [this.#current, ...others].map((host) => ({
      host,
      role: this.#roleOf(host, unresponsive).finally(() => unresponsive.delete(host)),
    }))
    // The probe ends when a host is chosen.
    for (const { role } of probes) role.catch(() => undefined)
    for (const target of this.#targets) {
      const found = probes.map(async ({ host, role: probed }) => {
        const role = await probed
        return role instanceof Error || !fits(target, role) ? undefined : host
      })
      const host = await firstOf(found)
      if (host !== undefined) return this.#use(host)
    }
    const reasons = probes.map(async ({ host, role }) => roleText(host, await role))
    this.#reasons = (await Promise.all(reasons)).join('; ')
    this.#isChosen = false
    // A host that does not respond may still commit what was sent to it; one that responds is of no use.
    if (!((await probes[0]?.role) instanceof Error))
      this.#endConnections((host) => host === this.#current)
    return false
  }

  #use(host: DatabaseHost): true {
    if (host !== this.#current)
      this.#logger.warn({ host: nameOf(host) }, 'the database is used at another host')
    this.#current = host
    this.#isChosen = true
    this.#endConnections((other) => other !== host)
    return true
  }

  #endConnections(isMeant: (host: DatabaseHost) => boolean): void {
    for (const [socket, host] of this.#sockets) {
      if (isMeant(host))
        socket.destroy(new Error(`${nameOf(host)} is no longer the chosen database host`))
    }
  }

  /** A host that cannot be used is probed again while other hosts do not respond: it may be promoted. */
  async #roleOf(
    host: DatabaseHost,
    unresponsive: Set<DatabaseHost>,
  ): Promise<HostRole | UnreachableError> {
    const socket = this.#config.stream?.()
    const client = new pg.Client(this.#configOf(host, () => socket))
    client.on('error', () => undefined)
    try {
      const inTime = (role: Promise<HostRole>): Promise<HostRole> =>
        withTimeout(PROBE_TIMEOUT_MS, role, `no response within ${PROBE_TIMEOUT_MS} ms`)
      let role = await inTime(client.connect().then(() => readRole(client)))
      unresponsive.delete(host)
      while (unresponsive.size > 0 && !this.#targets.some((target) => fits(target, role))) {
        await delay(PAUSE_MS)
        role = await inTime(readRole(client))
      }
      client.end(() => undefined)
      return role
    } catch (error) {
      socket?.destroy()
      if (isRefusal(error)) throw error
      return unreachable(host, error)
    }
  }

  async #requireKind(client: pg.Client, host: DatabaseHost): Promise<void> {
    if (this.#targets.includes('any')) return
    const role = await readRole(client)
    if (!this.#targets.some((target) => fits(target, role))) throw new Error(roleText(host, role))
  }

  /** The password of a pool's options is not enumerable. */
  #configOf(host: DatabaseHost, stream: () => Duplex | undefined): pg.ClientConfig {
    return { ...this.#config, password: this.#config.password, ...host, stream }
  }

  #socketOf(host: DatabaseHost): Duplex | undefined {
    const socket = this.#config.stream?.()
    if (socket === undefined || this.#hosts.length === 1) return socket
    this.#sockets.set(socket, host)
    this.#watching ??= setInterval(() => this.#suspectSilence(), WATCH_EVERY_MS).unref()
    return socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size > 0) return
      clearInterval(this.#watching)
      this.#watching = undefined
    })
  }
}
