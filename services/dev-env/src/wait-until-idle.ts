import type { ChannelModel } from 'amqplib'
import type { Database } from '@takeoff/kit/postgres/database'
import { openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { createLogger } from '@takeoff/kit/service/logger'
import { AUDIT_QUEUE, VENDORS_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import { pendingSubmissions } from '@takeoff/order-documents/db/distribution/pending-submissions'
import { pendingDeliveries } from '@takeoff/webhooks/db/backlog'
import type { OwnDatabases } from './postgres/own-databases.ts'
import { databaseOwners } from './service-plans.ts'
import { waitFor } from './wait-for.ts'

const INTERVAL_MS = 50
/** Checks in a row that must find nothing: a batch may be between the queue and the database. */
const IDLE_CHECKS = 5

export interface WaitUntilIdleOptions {
  readonly databases: OwnDatabases
  /** Undefined with the http transport. */
  readonly amqpUrl: string | undefined
  readonly limitMs: number
  /** Whether all services serve: a restarting one may still hold work. */
  readonly isReady: () => boolean
}

/**
 * Resolves when the stack is idle: outboxes and queues are empty, every event and audit record is ingested, and
 * every delivery and distribution order that is due has been attempted. Work that waits for a later retry stays.
 * @throws Error when that does not happen within the limit
 */
export async function waitUntilIdle(options: WaitUntilIdleOptions): Promise<void> {
  const { amqpUrl, databases, isReady, limitMs } = options
  await using queues = amqpUrl === undefined ? undefined : new Queues(amqpUrl)
  let idleChecks = 0
  let remaining = ''
  const check = async (): Promise<true | undefined> => {
    remaining = isReady() ? await remainingWork(databases, queues) : 'a service that starts again'
    idleChecks = remaining === '' ? idleChecks + 1 : 0
    return idleChecks >= IDLE_CHECKS ? true : undefined
  }
  try {
    await waitFor(check, {
      what: 'The idle state',
      limitMs,
      intervalMs: INTERVAL_MS,
    })
  } catch (error) {
    throw new Error(`The stack did not become idle; remaining: ${remaining}`, { cause: error })
  }
}

async function remainingWork(databases: OwnDatabases, queues: Queues | undefined): Promise<string> {
  for (const owner of databaseOwners) {
    const waiting = await count(databases[owner], 'select count(*)::int as n from outbox_message')
    if (waiting > 0) return `${waiting} events in the outbox of ${owner}`
  }
  const orders = await pendingSubmissions(databases['order-documents'])
  if (orders > 0) return `${orders} distribution orders due`
  const queued = (await queues?.count()) ?? 0
  if (queued > 0) return `${queued} messages in the queue`
  const due = await pendingDeliveries(databases.webhooks)
  if (due > 0) return `${due} deliveries due`
  const busy = await count(databases.webhooks, BUSY_SESSIONS)
  return busy > 0 ? 'a transaction in the database of webhooks' : ''
}

const BUSY_SESSIONS = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and state in ('active', 'idle in transaction') and (query ilike '%insert into domain_event%' or query ilike '%audit_%')`

async function count(database: Database, sql: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(sql)
  return row?.n ?? 0
}

/** The queues of the broker, counted over one connection. */
class Queues implements AsyncDisposable {
  readonly #url: string
  #connection: ChannelModel | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Number of waiting messages. A broker that is down may hold messages: it counts as one message. */
  async count(): Promise<number> {
    try {
      this.#connection ??= await openBrokerConnection(this.#url, createLogger('dev-env', 'silent'))
      const channel = await this.#connection.createChannel()
      channel.on('error', () => undefined)
      let count = 0
      for (const queue of [WEBHOOKS_QUEUE, AUDIT_QUEUE, VENDORS_QUEUE])
        count += (await channel.checkQueue(queue)).messageCount
      await channel.close()
      return count
    } catch {
      await this[Symbol.asyncDispose]()
      return 1
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close().catch(() => undefined)
  }
}
