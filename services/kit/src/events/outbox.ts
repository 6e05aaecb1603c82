import { defineEntity, p } from '@mikro-orm/core'
import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Message } from '@takeoff/contracts/audit-record'
import type { Envelope, EnvelopeOf, EventName } from '@takeoff/contracts/envelope'
import { sql as raw } from 'kysely'
import type { Transaction } from '../postgres/sql.ts'
import { statement } from './outbox-statements.ts'
import type { Params } from '../postgres/statement.ts'
import { newUuid } from '../values/ids.ts'

/** Committed events and audit records; each row is deleted after the transport has confirmed it. */
export const OutboxMessageSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox_message',
  properties: {
    id: p.uuid().primary(),
    envelope: p.json<Message>(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/** A row of the outbox. */
export class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage)

/** The domain part of an event; the rest of the envelope is added here. */
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

/** Puts a message into the outbox: it is published if and only if the transaction commits. */
export async function insertOutbox(sql: Transaction, envelope: Message): Promise<void> {
  await sql.run(insertMessage, { id: envelope.id, envelope })
  sql.events.push(envelope)
}

/** `now()` would be the start of a transaction that may have taken long; claims compare the age of rows. */
const insertMessage = statement(
  (db, $: Params<{ readonly id: string; readonly envelope: Message }>) =>
    db
      .insertInto('outboxMessage')
      .values({ id: $.id, envelope: $.envelope, createdAt: raw<Date>`clock_timestamp()` }),
)
