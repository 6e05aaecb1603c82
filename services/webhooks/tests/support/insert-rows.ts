import type { Sql } from '@takeoff/kit/postgres/sql'
import { uuidsV7Sql } from '../../src/db/uuid-v7.ts'

/** SQL of each column that differs from the default; `n` counts the rows from 1. */
type Columns = Readonly<Record<string, string | number>>

const WEBHOOK: Columns = {
  org_id: 1,
  url: `'https://example.com'`,
  created_at: 'now()',
  updated_at: 'now()',
  verified_at: 'now()',
  verification_code: `''`,
  verification_code_hash: 'gen_random_uuid()::text',
  verification_expires_at: 'now()',
}

/** The maintenance would treat random ids as old ones. */
const DELIVERY: Columns = {
  id: uuidsV7Sql('now()', 'n'),
  org_id: 1,
  event: `'distribution-order-state-changed'`,
  created_at: 'now()',
}

async function insert<Id>(
  database: Sql,
  table: string,
  { columns, count }: { readonly columns: Columns; readonly count: number },
): Promise<Id[]> {
  const rows = await database.query<{ readonly id: Id }>(
    `insert into ${table} (${Object.keys(columns).join()})
     select ${Object.values(columns).join()} from generate_series(1, ${count}) n returning id`,
  )
  return rows.map(({ id }) => id)
}

/** Verified webhooks of organization 1. */
export function insertWebhooks(
  database: Sql,
  count: number,
  columns: Columns = {},
): Promise<number[]> {
  return insert(database, 'webhook', { columns: { ...WEBHOOK, ...columns }, count })
}

/** A verified webhook of organization 1. */
export async function insertWebhook(database: Sql, columns: Columns = {}): Promise<number> {
  const [id] = await insertWebhooks(database, 1, columns)
  if (id === undefined) throw new Error('the webhook was not inserted')
  return id
}

/** Deliveries of organization 1 that are due. */
export function insertDeliveries(
  database: Sql,
  columns: Columns & { readonly webhook_id: number },
  count = 1,
): Promise<string[]> {
  const all = { ...DELIVERY, due_at: 'now()', ...columns }
  return insert(database, 'delivery', { columns: all, count })
}

/** Failed deliveries of organization 1. */
export function insertFinished(
  database: Sql,
  columns: Columns & { readonly webhook_id: number | string },
  count = 1,
): Promise<string[]> {
  const ended = { state: `'failed'`, finished_at: 'now()', log: `'[]'`, fence: 1 }
  const all = { ...DELIVERY, ...ended, ...columns }
  return insert(database, 'finished_delivery', { columns: all, count })
}
