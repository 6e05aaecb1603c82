import { sql as raw } from 'kysely'
import type { EncodedEvent } from './publisher.ts'
import type { Sql } from '../postgres/sql.ts'
import { plainStatement } from './outbox-statements.ts'
import { nullable, text, uuid } from '../postgres/sql-types.ts'
import type { Params } from '../postgres/statement.ts'
import { firstUuidOf, LEAST_UUID, timeOfUuid } from '../values/ids.ts'

/** Longest wait between two scans of the whole outbox, unless such scans take long. */
const WHOLE_EVERY_MS = 250
/** After a full scan, none runs for this many times its duration. */
const WHOLE_PAUSE_FACTOR = 20
/** A partial scan begins this long before the ids of the last batch. */
const MARGIN_MS = 1_000
/** Minimum age of a claimed row, by the database's clock. The process that committed younger ones publishes them. */
const LEAST_AGE = '1 second'
/** When the database's clock is set back by less than this, older rows wait until it has caught up. */
const CLOCK_STEP = '2 minutes'

/**
 * Finds the oldest remaining event, without a transaction, because most scans find none, and claims the events from
 * there on that no other process holds. A scan covers all existing rows, never "id greater than the last seen": commit
 * order is not id order. But rows deleted recently stay in the index until a vacuum, which an old transaction (a
 * backup, an export) prevents: with 15,000 of them a scan takes 2.5 ms of CPU instead of 0.4. So most scans begin a
 * second before the last batch, and older rows, committed late or released, are found by the next full scan.
 */
export function createClaim(now: () => number = () => performance.now()) {
  let from: string = LEAST_UUID
  let wholeAgainAt = -Infinity
  return {
    /** The id of the oldest event; another process may hold it. */
    async oldest(sql: Sql): Promise<string | undefined> {
      const begunAt = now()
      const isWhole = begunAt >= wholeAgainAt
      const [row] = await sql.rows(oldestEvent, { from: isWhole ? LEAST_UUID : from })
      if (isWhole)
        wholeAgainAt = begunAt + Math.max(WHOLE_EVERY_MS, (now() - begunAt) * WHOLE_PAUSE_FACTOR)
      return row?.id
    },
    /** Claims events in the caller's transaction, the oldest one first: they are deleted when it commits. */
    async take(sql: Sql, oldest: string, limit: number): Promise<EncodedEvent[]> {
      from = idBefore(oldest)
      return sql.rows(claimEvents, { oldest, limit })
    },
  }
}

/** Below every id of that time, whatever its version. */
function idBefore(id: string): string {
  const first = firstUuidOf(new Date(timeOfUuid(id) - MARGIN_MS))
  return first.slice(0, 13) + LEAST_UUID.slice(13)
}

/** True for an event that the process which committed it has not published in time. */
const isOverdue = raw`created_at not between now() - interval ${raw.lit(LEAST_AGE)}
  and now() + interval ${raw.lit(CLOCK_STEP)}`

const oldestEvent = plainStatement(
  { id: uuid },
  ($: Params<{ readonly from: string }>) => raw`
    select id from outbox_message where id > ${$.from} and ${isOverdue} order by id limit 1`,
)

/** Returns envelopes as bytes: each was validated when it was written, so it is neither parsed nor serialized again. */
const claimEvents = plainStatement(
  { id: uuid, name: text, trace: nullable(text), body: text },
  ($: Params<{ readonly oldest: string; readonly limit: number }>) => raw`
    with claimed as (
      delete from outbox_message where ctid = any(array(
        select ctid from outbox_message where id >= ${$.oldest} and ${isOverdue}
        order by id limit ${$.limit} for update skip locked
      ))
      returning id, envelope ->> 'name' as name, envelope ->> 'trace' as trace,
        envelope::text as body
    )
    select id, name, trace, body from claimed order by id`,
)
