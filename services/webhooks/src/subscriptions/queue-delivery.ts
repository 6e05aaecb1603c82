import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../db/statements.ts'
import { uuidV7Sql } from '../db/uuid-v7.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'

export interface NewDelivery {
  readonly webhookId: number
  readonly orgId: number
  readonly event: string
  /** Null for the handshake. */
  readonly domainEventId: string | null
}

const insertDelivery = statement((db, $: Params<NewDelivery>) =>
  db
    .insertInto('delivery')
    .values({
      webhookId: $.webhookId,
      id: raw.raw(uuidV7Sql('now()')),
      orgId: $.orgId,
      event: $.event,
      domainEventId: $.domainEventId,
      createdAt: raw`date_trunc('milliseconds', now())`,
      dueAt: raw`now()`,
    })
    .returning('id'),
)

/** Queues a delivery that is due at once. Call `claimNow` of the engine after the commit. */
export async function queueDelivery(sql: Sql, delivery: NewDelivery): Promise<string> {
  return (await sql.one(insertDelivery, delivery)).id
}

export async function queueHandshake(
  sql: Sql,
  { id, orgId }: { readonly id: number; readonly orgId: number },
): Promise<void> {
  await queueDelivery(sql, {
    webhookId: id,
    orgId,
    event: VERIFICATION_EVENT,
    domainEventId: null,
  })
}
