import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params, Statement } from '@takeoff/kit/postgres/statement'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { plainStatement } from '../db/statements.ts'
import type { Retention } from './months.ts'
import { isOnPages, partsOf, queryPartition } from './partitions.ts'

/** Rows of one batch, which keeps its locks short: a batch takes some 20 ms. */
export const BATCH_SIZE = 2_000
/** At least twice the window in which wrong codes are counted. */
const FAILURES_KEPT_HOURS = 1

/** A kind of rows that is deleted in batches, each in a transaction. */
export interface Deletion {
  /** For log and metrics. */
  readonly what: string
  /** @param from 0, and then the `next` of the batch before */
  readonly deleteBatch: (sql: Sql, from: number) => Promise<Batch>
}

export interface Batch {
  readonly deleted: number
  /** Where the next batch begins; undefined when this one was the last. */
  readonly next: number | undefined
}

/** A batch that was found by its condition alone: a full one is followed by another. */
export function batchWith({ length }: readonly unknown[]): Batch {
  return { deleted: length, next: length === BATCH_SIZE ? 0 : undefined }
}

/** SQL: deletes by ctid instead of by key, so that a batch costs no more than finding it; `r` is the row. */
export function batchOf(table: string, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return raw`
    delete from ${raw.id(table)} r
    where r.ctid = any(array(
        select r.ctid from ${raw.id(table)} r where ${condition} limit ${raw.lit(BATCH_SIZE)}))
      and ${condition}
    returning 1`
}

type ByTime = Params<{ readonly since: Date }>

const deletePoison = plainStatement(nothing, ($: ByTime) =>
  batchOf('poison_message', raw`r.received_at < ${$.since}`),
)

const deleteFailures = plainStatement(nothing, () =>
  batchOf(
    'verification_failure',
    raw`r.at < now() - interval ${raw.lit(`${FAILURES_KEPT_HOURS} hours`)}`,
  ),
)

/**
 * Expired rows outside the monthly partitions, which are dropped as a whole.
 * @param scannedBytesMax of a default partition in one statement
 */
export function oldRows(
  { deliveriesSince, eventsSince }: Retention,
  scannedBytesMax?: number,
): readonly Deletion[] {
  return [
    inParts('finished_deliveries', {
      table: 'finished_delivery_default',
      condition: raw`r.id < ${firstUuidOf(deliveriesSince)}`,
      scannedBytesMax,
    }),
    inParts('events', {
      table: 'domain_event_default',
      // Their ids come from other services: only the time of arrival is ours.
      condition: raw`r.received_at < ${eventsSince}
        and not exists (select from delivery d where d.domain_event_id = r.id)`,
      scannedBytesMax,
    }),
    deletion('poison_messages', deletePoison, { since: deliveriesSince }),
    deletion('verification_failures', deleteFailures, {}),
  ]
}

interface Expired {
  readonly table: string
  readonly condition: RawBuilder<boolean>
  readonly scannedBytesMax: number | undefined
}

/** No index finds these rows, and a statement that read a whole large table would be cancelled. */
function inParts(what: string, { table, condition, scannedBytesMax }: Expired): Deletion {
  return {
    what,
    async deleteBatch(sql, from) {
      const { pages, part } = await partsOf(sql, table, scannedBytesMax)
      const to = from + part
      const batch = batchOf(table, raw`${condition} and ${isOnPages(from, to)}`)
      const { length: deleted } = await queryPartition(sql, nothing, batch)
      if (deleted === BATCH_SIZE) return { deleted, next: from }
      return { deleted, next: to < pages ? to : undefined }
    },
  }
}

function deletion<P extends object>(
  what: string,
  statement: Statement<P, unknown>,
  params: P,
): Deletion {
  return { what, deleteBatch: async (sql) => batchWith(await sql.rows(statement, params)) }
}
