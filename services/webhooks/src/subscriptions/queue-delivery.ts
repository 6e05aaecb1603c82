import type { Sql } from '@takeoff/kit/postgres/database'
import { invariant } from '@takeoff/kit/values/invariant'
import { uuidV7Sql } from '../db/uuid-v7.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'

export interface NewDelivery {
  readonly webhookId: number
  readonly orgId: number
  readonly event: string
  /** Null for the handshake. */
  readonly domainEventId: string | null
}

/** Queues a delivery that is due at once. Call `wake` of the engine after the commit. */
export async function queueDelivery(sql: Sql, delivery: NewDelivery): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    `insert into delivery (webhook_id, id, org_id, event, domain_event_id, created_at, due_at)
     values ($1, ${uuidV7Sql('now()')}, $2, $3, $4, date_trunc('milliseconds', now()), now())
     returning id`,
    [delivery.webhookId, delivery.orgId, delivery.event, delivery.domainEventId],
  )
  invariant(row !== undefined, 'the insert returned no row')
  return row.id
}

export function queueHandshake(
  sql: Sql,
  { id, orgId }: { readonly id: number; readonly orgId: number },
): Promise<string> {
  return queueDelivery(sql, {
    webhookId: id,
    orgId,
    event: VERIFICATION_EVENT,
    domainEventId: null,
  })
}
