import type { Sql } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import { invariant } from '@takeoff/kit/values/invariant'

const BEAT_MS = 1_000
/** A process that was not seen for so long is taken for dead, and its leases are given back. */
const DEAD_AFTER_SECONDS = 5
/** Whoever was cut off from the database itself for so long must not judge others by their silence. */
const CUT_OFF_MS = 3_000

export interface WorkerRegistryOptions {
  readonly sql: Sql
  readonly logger: Logger
  /** Hears when leases of a dead process were given back. */
  readonly onFreed: (freed: Freed) => void
}

export interface Freed {
  readonly workers: number
  readonly deliveries: number
}

/** This process among those that share the deliveries. */
export interface WorkerRegistry extends AsyncDisposable {
  /** Names the holder of a lease; a new one after this process was taken for dead. */
  readonly id: number
  /** How many live, this one included, as of a second ago. */
  readonly count: number
  /** Of those that live; it does what is enough to be done once. As of a second ago, so there may be none or two. */
  readonly isEldest: boolean
}

/**
 * Says every second that this process lives, and finds out who does not any more. A lease ends by itself,
 * too; but after a kill nobody should wait for that.
 */
export async function startWorkerRegistry({
  sql,
  logger,
  onFreed,
}: WorkerRegistryOptions): Promise<WorkerRegistry> {
  let id = await register(sql)
  // They count from the first claim on.
  let { alive, isEldest } = await beat(sql, id)
  let beatenAt = performance.now()
  const round = async (): Promise<boolean> => {
    const begunAt = performance.now()
    const { isKnown, dead, ...others } = await beat(sql, id)
    ;({ alive, isEldest } = others)
    if (!isKnown) {
      id = await register(sql)
      logger.warn({ worker: id }, 'this process was taken for dead; it goes on under a new number')
    } else if (dead.length > 0 && begunAt - beatenAt < CUT_OFF_MS) {
      const freed = await freeLeasesOf(sql, dead)
      logger.warn({ dead, ...freed }, 'leases of dead processes were given back')
      onFreed(freed)
    }
    beatenAt = performance.now()
    return false
  }
  const loop = startLoop({
    round,
    idleMs: BEAT_MS,
    // When the database is back, who waited longer to say so might be dead to the others.
    longestRetryMs: BEAT_MS,
    onError: (error) => logger.warn({ err: error }, 'the sign of life could not be written'),
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
        logger.warn({ err: error }, 'leases could not be given back; they end by themselves')
      })
    },
  }
}

async function register(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ id: number }>('insert into worker default values returning id')
  invariant(row !== undefined, 'the worker statement returned no row')
  return row.id
}

interface Beat {
  readonly isKnown: boolean
  /** How many live besides this one. */
  readonly alive: number
  readonly isEldest: boolean
  readonly dead: readonly number[]
}

const IS_DEAD = `seen_at < now() - interval '${DEAD_AFTER_SECONDS} seconds'`

async function beat(sql: Sql, id: number): Promise<Beat> {
  const [row] = await sql.query<Beat>(
    `with mine as (update worker set seen_at = now() where id = $1 returning id)
     select exists (select 1 from mine) as "isKnown",
       (select count(*)::int from worker where id <> $1 and not (${IS_DEAD})) as alive,
       not exists (select from worker where id < $1 and not (${IS_DEAD})) as "isEldest",
       array(select id from worker where id <> $1 and ${IS_DEAD}) as dead`,
    [id],
  )
  invariant(row !== undefined, 'the heartbeat statement returned no row')
  return row
}

/**
 * Their results still count where nobody has taken the delivery again. One whose result is being written is not
 * waited for; its worker stays on record until none is left.
 */
async function freeLeasesOf(sql: Sql, workers: readonly number[]): Promise<Freed> {
  const [freed] = await sql.query<Freed>(
    `with held as materialized (
       select ctid as row, worker from delivery
       where worker is not null and worker = any($1::int[]) for update skip locked
     ), freed as (
       update delivery d set worker = null, due_at = now() from held h where d.ctid = h.row returning 1
     ), gone as (
       delete from worker w where id = any($1::int[])
         and (select count(*) from delivery d where d.worker is not null and d.worker = w.id)
           = (select count(*) from held h where h.worker = w.id)
       returning 1
     )
     select (select count(*)::int from gone) as workers, (select count(*)::int from freed) as deliveries`,
    [workers],
  )
  return freed ?? { workers: 0, deliveries: 0 }
}
