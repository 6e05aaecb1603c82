import type { Sql } from '@takeoff/kit/postgres/database'

export interface NewSecret {
  readonly webhookId: number
  readonly orgId: number
  readonly sealed: string
}

/** Adds a signing secret, which signs until it expires. */
export async function insertSecret(
  sql: Sql,
  { webhookId, orgId, sealed }: NewSecret,
): Promise<void> {
  await sql.query(
    'insert into webhook_secret (webhook_id, org_id, sealed, created_at) values ($1, $2, $3, now())',
    [webhookId, orgId, sealed],
  )
}
