import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope } from '@takeoff/contracts/envelope'
import type { Sql } from '@takeoff/kit/database'
import { uuidV7Sql } from '../db/uuid-v7-sql.ts'
import { webhookEventOf } from '../webhook-events.ts'

/** A message as a carrier brings it, not yet believed. */
export interface RawMessage {
  readonly carrier: 'amqp' | 'http'
  readonly messageId: string | undefined
  readonly body: Buffer
}

export interface Intake {
  /** Events that were not known before. */
  readonly events: number
  readonly deliveries: number
  /** Messages set aside because they keep no contract. */
  readonly poisoned: number
}

/**
 * Takes messages in, in one statement: when it resolves they are committed and may be acknowledged. An
 * event that is known already changes nothing. A message that cannot be read is set aside in
 * `poison_message`: giving it back would only bring it again.
 */
export async function takeInEvents(sql: Sql, messages: readonly RawMessage[]): Promise<Intake> {
  const read = messages.map(readMessage)
  try {
    return await takeIn(sql, read)
  } catch (error) {
    if (!isDataError(error)) throw error
    return takeInOneByOne(sql, messages)
  }
}

/** Either an envelope or why there is none. */
type Reading =
  | { readonly kind: 'event'; readonly envelope: Envelope }
  | { readonly kind: 'poison'; readonly message: RawMessage; readonly error: string }

function readMessage(message: RawMessage): Reading {
  try {
    const json: unknown = JSON.parse(message.body.toString('utf8'))
    return { kind: 'event', envelope: parseEnvelope(json) }
  } catch (error) {
    return poisonOf(message, error)
  }
}

async function takeIn(sql: Sql, read: readonly Reading[]): Promise<Intake> {
  const envelopes = read.flatMap((one) => (one.kind === 'event' ? [one.envelope] : []))
  const poison = read.flatMap((one) => (one.kind === 'poison' ? [one] : []))
  const once = new Map(envelopes.map((envelope) => [envelope.id.toLowerCase(), envelope]))
  const [counts] = await sql.query<Intake>(INTAKE, [
    JSON.stringify([...once.values()].map(rowOf)),
    JSON.stringify(poison.map(poisonRowOf)),
  ])
  if (counts === undefined) throw new Error('the intake counted nothing')
  return counts
}

/** PostgreSQL cannot hold a value that JSON can, such as U+0000 in a string: class 22 of its errors. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('22')
}

/** So that the one at fault does not hold back the others. */
async function takeInOneByOne(sql: Sql, messages: readonly RawMessage[]): Promise<Intake> {
  const total = { events: 0, deliveries: 0, poisoned: 0 }
  for (const message of messages) {
    const counts = await takeIn(sql, [readMessage(message)]).catch((error: unknown) => {
      if (!isDataError(error)) throw error
      return takeIn(sql, [poisonOf(message, error)])
    })
    total.events += counts.events
    total.deliveries += counts.deliveries
    total.poisoned += counts.poisoned
  }
  return total
}

function poisonOf(message: RawMessage, error: unknown): Reading {
  return { kind: 'poison', message, error: (error as Error).message }
}

function poisonRowOf({
  message,
  error,
}: Extract<Reading, { kind: 'poison' }>): Record<string, unknown> {
  return {
    carrier: message.carrier,
    message_id: message.messageId === undefined ? null : storable(message.messageId),
    body: message.body.toString('base64'),
    error: storable(error),
  }
}

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

function rowOf(envelope: Envelope): Record<string, unknown> {
  return {
    id: envelope.id,
    name: envelope.name,
    event: webhookEventOf(envelope) ?? null,
    occurred_at: envelope.occurredAt,
    org_id: envelope.orgId,
    aggregate_type: envelope.aggregate.type,
    aggregate_id: envelope.aggregate.id,
    sequence: envelope.aggregate.sequence,
    data: envelope.data,
    trace: envelope.trace,
  }
}

/**
 * Only subscriptions that were verified when the event occurred hear of it. Both clocks are cut to
 * milliseconds, so an event in the very millisecond of the verification counts as later.
 */
const INTAKE = `
with incoming as (
  select * from jsonb_to_recordset($1::jsonb) as e(
    id uuid, name text, event text, occurred_at timestamptz, org_id int,
    aggregate_type text, aggregate_id text, sequence bigint, data jsonb, trace text)
), fresh as (
  insert into inbox (event_id) select id from incoming on conflict do nothing returning event_id
), recorded as (
  insert into domain_event (id, org_id, name, occurred_at, aggregate_type, aggregate_id, sequence, data, trace)
  select i.id, i.org_id, i.name, i.occurred_at, i.aggregate_type, i.aggregate_id, i.sequence, i.data, i.trace
  from incoming i join fresh f on f.event_id = i.id
), queued as (
  insert into delivery (id, webhook_id, org_id, event, domain_event_id, state, created_at)
  select ${uuidV7Sql('now()')}, w.id, w.org_id, i.event, i.id, 'pending', date_trunc('milliseconds', now())
  from incoming i
  join fresh f on f.event_id = i.id
  join webhook w on w.org_id = i.org_id and (w.events is null or i.event = any(w.events))
  where i.event is not null and w.disabled_at is null and w.verified_at <= i.occurred_at
  returning id
), poisoned as (
  insert into poison_message (carrier, message_id, body, error)
  select carrier, message_id, decode(body, 'base64'), error
  from jsonb_to_recordset($2::jsonb) as p(carrier text, message_id text, body text, error text)
  returning id
)
select (select count(*) from fresh)::int as events,
       (select count(*) from queued)::int as deliveries,
       (select count(*) from poisoned)::int as poisoned`
