import type { Sql } from '@takeoff/kit/postgres/sql'

/**
 * A verified webhook of organization 1.
 * @param columns SQL of each column that differs from the default
 */
export async function insertWebhook(
  database: Sql,
  columns: Readonly<Record<string, string>> = {},
): Promise<number> {
  const all = {
    org_id: '1',
    url: `'https://example.com'`,
    created_at: 'now()',
    updated_at: 'now()',
    verified_at: 'now()',
    verification_code: `''`,
    verification_code_hash: 'gen_random_uuid()::text',
    verification_expires_at: 'now()',
    ...columns,
  }
  const [webhook] = await database.query<{ id: number }>(
    `insert into webhook (${Object.keys(all).join()}) values (${Object.values(all).join()}) returning id`,
  )
  if (webhook === undefined) throw new Error('the webhook was not inserted')
  return webhook.id
}
