import type { Sql } from '@takeoff/kit/postgres/database'
import { firstUuidOf } from '../db/uuid-v7.ts'
import type { Retention } from './months.ts'

/** Rows of one batch, which keeps its locks short: a batch takes some 20 ms. */
export const BATCH_SIZE = 2_000
/** At least twice the window in which wrong codes are counted. */
const FAILURES_KEPT_HOURS = 1

/** A kind of rows that is deleted in batches; each call deletes one. */
export interface Deletion {
  /** For log and metrics. */
  readonly what: string
  /** @returns how many rows it deleted; fewer than the batch size when these were the last */
  readonly deleteBatch: (sql: Sql) => Promise<number>
}

/** Expired rows outside the monthly partitions, which are dropped as a whole. */
export function oldRows({ deliveriesSince, eventsSince }: Retention): readonly Deletion[] {
  const eventsReceived = eventsSince.toISOString()
  return [
    {
      what: 'finished_deliveries',
      deleteBatch: (sql) =>
        deleteBatch(sql, 'finished_delivery_default', 'r.id < $1', firstUuidOf(deliveriesSince)),
    },
    {
      what: 'events',
      // Their ids come from other services: only the time of arrival is ours.
      deleteBatch: (sql) =>
        deleteBatch(
          sql,
          'domain_event_default',
          'r.received_at < $1 and not exists (select from delivery d where d.domain_event_id = r.id)',
          eventsReceived,
        ),
    },
    {
      what: 'poison_messages',
      deleteBatch: (sql) =>
        deleteBatch(sql, 'poison_message', 'r.received_at < $1', deliveriesSince.toISOString()),
    },
    {
      what: 'verification_failures',
      deleteBatch: (sql) =>
        deleteBatch(
          sql,
          'verification_failure',
          `r.at < now() - $1 * interval '1 hour'`,
          FAILURES_KEPT_HOURS,
        ),
    },
  ]
}

/** Deletes by ctid instead of by key: a batch then costs no more than finding it. */
export async function deleteBatch(
  sql: Sql,
  table: string,
  condition: string,
  param: string | number,
): Promise<number> {
  const rows = await sql.query(
    `delete from "${table}" r
     where r.ctid = any(array(select r.ctid from "${table}" r where ${condition} limit ${BATCH_SIZE}))
       and ${condition}
     returning 1`,
    [param],
  )
  return rows.length
}
