import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope, EnvelopeOf, EventName } from '@takeoff/contracts/envelope'
import type { Sql } from './database.ts'
import { newUuid } from './ids.ts'

/** Events that are committed but not yet confirmed by the carrier. */
export const OutboxMessageSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox_message',
  properties: {
    id: p.uuid().primary(),
    envelope: p.json<Envelope>(),
    createdAt: p
      .datetime()
      .defaultRaw('now()')
      .onCreate(() => new Date()),
  },
})

export class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage)

/** What the business knows of an event; the rest of the envelope is made here. */
export interface NewEvent<Name extends EventName = EventName> {
  readonly name: Name
  readonly orgId: number
  /** `sequence` grows by one with each event of the aggregate. */
  readonly aggregate: EnvelopeOf<Name>['aggregate']
  readonly data: EnvelopeOf<Name>['data']
  readonly traceparent?: string | undefined
}

/** The envelope of a new event; it is checked against the contract before anything is written. */
export function createEvent<Name extends EventName>(
  event: NewEvent<Name>,
  now = new Date(),
): Envelope {
  const { traceparent, ...rest } = event
  return parseEnvelope({
    id: newUuid(),
    version: 1,
    occurredAt: now.toISOString(),
    trace: traceparent ?? null,
    ...rest,
  })
}

/** Adds the event to the caller's unit of work: it is told if and only if that transaction commits. */
export function recordEvent<Name extends EventName>(
  em: EntityManager,
  event: NewEvent<Name>,
): void {
  const envelope = createEvent(event)
  em.persist(em.create(OutboxMessage, { id: envelope.id, envelope, createdAt: new Date() }))
}

/** The same for a transaction in plain SQL. */
export async function insertOutbox(sql: Sql, envelope: Envelope): Promise<void> {
  await sql.query('insert into outbox_message (id, envelope, created_at) values ($1, $2, now())', [
    envelope.id,
    JSON.stringify(envelope),
  ])
}
