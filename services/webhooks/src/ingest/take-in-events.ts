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
 * Takes messages in, all or none, in one statement: when it resolves they are committed and may be
 * acknowledged. An event that is known already changes nothing. A message that cannot be read is set
 * aside in `poison_message`: giving it back would only bring it again.
 */
export async function takeInEvents(sql: Sql, messages: readonly RawMessage[]): Promise<Intake> {
  const read = messages.map(readMessage)
  const envelopes = new Map(
    read.flatMap(({ envelope }) => (envelope ? [[envelope.id.toLowerCase(), envelope]] : [])),
  )
  const poison = read.flatMap(({ poison }) => (poison ? [poison] : []))
  const [counts] = await sql.query<Intake>(INTAKE, [
    JSON.stringify([...envelopes.values()].map(rowOf)),
    JSON.stringify(poison),
  ])
  if (counts === undefined) throw new Error('the intake counted nothing')
  return counts
}

interface Poison {
  readonly carrier: string
  readonly message_id: string | null
  readonly body: string
  readonly error: string
}

function readMessage(message: RawMessage): { envelope?: Envelope; poison?: Poison } {
  try {
    return { envelope: parseEnvelope(JSON.parse(message.body.toString('utf8'))) }
  } catch (error) {
    const { carrier, messageId, body } = message
    const text = (error as Error).message.replaceAll('\0', '')
    return {
      poison: {
        carrier,
        message_id: messageId ?? null,
        body: body.toString('base64'),
        error: text,
      },
    }
  }
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
    aggregate_type text, aggregate_id text, sequence int, data jsonb, trace text)
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
