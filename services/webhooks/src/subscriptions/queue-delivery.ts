import type { Sql } from '@takeoff/kit/database'
import { newUuid } from '@takeoff/kit/ids'
import { VERIFICATION_EVENT } from '../webhook-events.ts'

export interface NewDelivery {
  readonly webhookId: number
  readonly orgId: number
  readonly event: string
  /** Null for the handshake. */
  readonly domainEventId: string | null
}

/** Queues a delivery that is due at once. Call `wake` of the engine after the commit. */
export async function queueDelivery(sql: Sql, delivery: NewDelivery): Promise<string> {
  const createdAt = new Date()
  const id = newUuid()
  await sql.query(
    `insert into delivery (id, webhook_id, org_id, event, domain_event_id, state, created_at)
     values ($1, $2, $3, $4, $5, 'pending', $6)`,
    [
      id,
      delivery.webhookId,
      delivery.orgId,
      delivery.event,
      delivery.domainEventId,
      createdAt.toISOString(),
    ],
  )
  return id
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
