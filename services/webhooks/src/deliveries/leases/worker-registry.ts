import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { bool, int4, int4Array, nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import { plainStatement, statement } from '../../db/statements.ts'

const BEAT_MS = 1_000
/** A process without a heartbeat for this long is considered dead, and its leases are released. */
const DEAD_AFTER_SECONDS = 5
/** A process that was itself disconnected from the database for this long must not declare others dead. */
const CUT_OFF_MS = 3_000

export interface WorkerRegistryOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** Called when leases of a dead process were released. */
  readonly onFreed: (freed: Freed) => void
}

export interface Freed {
  readonly workers: number
  readonly deliveries: number
}

/** This process among the processes that share the deliveries. */
export interface WorkerRegistry extends AsyncDisposable {
  /** Identifies the holder of a lease; a new id after this process was considered dead. */
  readonly id: number
  /** Number of live processes, including this one, as of a second ago. */
  readonly count: number
  /** Whether this process runs the jobs that need only one. As of a second ago, so none or two may be eldest. */
  readonly isEldest: boolean
}

/**
 * Writes a heartbeat every second, and detects dead processes. A lease also expires by itself, but after a kill
 * deliveries should not wait for that.
 */
export async function startWorkerRegistry({
  sql,
  logger,
  onFreed,
}: WorkerRegistryOptions): Promise<WorkerRegistry> {
  let { id } = await sql.one(insertWorker, {})
  // Before the first claim, so that it already knows the number of processes.
  let { alive, isEldest } = await sql.one(writeBeat, { id })
  let beatenAt = performance.now()
  const round = async (): Promise<boolean> => {
    const begunAt = performance.now()
    const { isKnown, dead, ...others } = await sql.one(writeBeat, { id })
    ;({ alive, isEldest } = others)
    if (!isKnown) {
      id = (await sql.one(insertWorker, {})).id
      logger.warn({ worker: id }, 'this process was considered dead; it continues under a new id')
    } else if (dead.length > 0 && begunAt - beatenAt < CUT_OFF_MS) {
      const freed = await freeLeasesOf(sql, dead)
      logger.warn({ dead, ...freed }, 'leases of dead processes were released')
      onFreed(freed)
    }
    beatenAt = performance.now()
    if (isEldest) await sql.run(endExpiredOfFrozen, {})
    return false
  }
  const loop = startLoop({
    round,
    idleMs: BEAT_MS,
    // After an outage of the database, a process with a longer retry could be considered dead by the others.
    longestRetryMs: BEAT_MS,
    onError: (error) => logger.warn({ err: error }, 'the heartbeat could not be written'),
  })
  return {
    get id() {
      return id
    },
    get count() {
      return alive + 1
    },
    get isEldest() {
      return isEldest
    },
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await freeLeasesOf(sql, [id]).catch((error: unknown) => {
        logger.warn({ err: error }, 'leases could not be released; they expire')
      })
    },
  }
}

const insertWorker = statement((db) => db.insertInto('worker').defaultValues().returning('id'))

const IS_DEAD = raw`seen_at < now() - interval ${raw.lit(`${DEAD_AFTER_SECONDS} seconds`)}`

/** `alive` is the number of live processes besides this one. */
const writeBeat = plainStatement(
  { isKnown: bool, alive: int4, isEldest: bool, dead: int4Array },
  ($: Params<{ readonly id: number }>) => raw`
    with mine as (update worker set seen_at = now() where id = ${$.id} returning id)
    select exists (select 1 from mine) as "isKnown",
      (select count(*)::int from worker where id <> ${$.id} and not (${IS_DEAD})) as alive,
      not exists (select from worker where id < ${$.id} and not (${IS_DEAD})) as "isEldest",
      array(select id from worker where id <> ${$.id} and ${IS_DEAD}) as dead`,
)

const freeLeases = plainStatement(
  { workers: int4, deliveries: int4 },
  ($: Params<{ readonly workers: readonly number[] }>) => raw`
    with held as materialized (
      select ctid as row_id, worker from delivery
      where worker is not null and worker = any(${$.workers}::int[]) for update skip locked
    ), freed as (
      update delivery d set worker = null, due_at = now() from held h where d.ctid = h.row_id returning 1
    ), gone as (
      delete from worker w where id = any(${$.workers}::int[])
        and (select count(*) from delivery d where d.worker is not null and d.worker = w.id)
          = (select count(*) from held h where h.worker = w.id)
      returning 1
    )
    select (select count(*)::int from gone) as workers, (select count(*)::int from freed) as deliveries`,
)

/**
 * Nothing else ends a lease that expires while its organization is being moved, because the claim leaves the organization
 * out; and its export waits for all leases. After that a late result counts no more.
 */
const endExpiredOfFrozen = plainStatement(
  nothing,
  () => raw`
    with expired as materialized (
      select d.ctid as row_id from frozen_organization f
      join delivery d on d.org_id = f.id and d.worker is not null and d.due_at <= now()
      for update of d skip locked
    )
    update delivery d set worker = null from expired e where d.ctid = e.row_id`,
)

/**
 * A late result still counts if no other process has leased the delivery. A delivery whose result is being written
 * is skipped; its worker stays registered until no lease is left.
 */
function freeLeasesOf(sql: Sql, workers: readonly number[]): Promise<Freed> {
  return sql.one(freeLeases, { workers })
}
