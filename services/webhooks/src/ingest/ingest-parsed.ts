import { sql as raw } from 'kysely'
import type { Envelope } from '@takeoff/contracts/envelope'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import { int4, json, nullable, text } from '@takeoff/kit/postgres/sql-types'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../db/statements.ts'
import { uuidsV7Sql } from '../db/uuid-v7.ts'
import {
  isCached,
  joinTargets,
  LEASE_SECONDS,
  leaseParams,
  organizationRoomOf,
  ownLeasesOf,
  shareOf,
  targetsOf,
} from '../deliveries/leases/leased-delivery.ts'
import type { LeasedDelivery, LeaseRow, Target } from '../deliveries/leases/leased-delivery.ts'
import type { LeaseOffer } from '../deliveries/leases/lease-offer.ts'
import { QUEUE_INGEST_MAX } from '../deliveries/leases/endpoint-queues.ts'
import type { OrderedAggregate } from '../deliveries/ordering/promote-heads.ts'
import { webhookEventOf } from '../messages/webhook-events.ts'
import type { ParsedMessage, Poison } from './read-message.ts'

/** Stored bytes of an unreadable message's body: no event is as long. */
const POISON_BYTES_MAX = 65_536
/** Stored characters of its error and of its id. */
const POISON_TEXT_MAX = 1_000

export interface IngestResult {
  /** New events. */
  readonly events: number
  readonly deliveries: number
  /** Messages dead-lettered because they match no contract. */
  readonly poisoned: number
  /** The deliveries that are already leased to this process. */
  readonly leased: readonly LeasedDelivery[]
}

/**
 * Ingests parsed messages. The caller must pass `ordered` to `promoteHeads` after the commit.
 * @throws an error of the data, see `isDataError`
 */
export async function ingestParsed(
  sql: Sql,
  read: readonly ParsedMessage[],
  { holder, room, targets }: LeaseOffer,
): Promise<IngestResult & { readonly ordered: readonly OrderedAggregate[] }> {
  const envelopes = read.flatMap((one) => (one.kind === 'event' ? [one.envelope] : []))
  const poison = read.flatMap((one) => (one.kind === 'poison' ? [one] : []))
  const once = new Map(envelopes.map((envelope) => [envelope.id.toLowerCase(), envelope]))
  const known = targets.of(new Set(envelopes.map(({ orgId }) => orgId)))
  const { leased, changed, ordered, ...counts } = await sql.one(ingestAll, {
    ...columnsOf([...once.values()]),
    worker: holder.worker,
    room,
    ...leaseParams(holder),
    queueMax: shareOf(QUEUE_INGEST_MAX, holder.workers),
    poison: JSON.stringify(poison.map(poisonRowOf)),
    versions: JSON.stringify(
      Object.fromEntries([...known].map(([id, { version }]) => [id, version])),
    ),
  })
  targets.put(changed ?? [])
  const rows = leased === null ? [] : leased.split(',').map(withEvent(once))
  return {
    ...counts,
    ordered: ordered ?? [],
    leased: joinTargets(rows, [...known.values(), ...(changed ?? [])]),
  }
}

interface IngestParams extends ReturnType<typeof columnsOf>, ReturnType<typeof leaseParams> {
  readonly worker: number
  /** Maximum deliveries to lease. */
  readonly room: number
  /** Maximum leases of a subscription. */
  readonly queueMax: number
  readonly poison: string
  /** Versions of the cached targets, by webhook id. */
  readonly versions: string
}

/** Takes the data from the events in memory, so that the database need not return it. */
function withEvent(events: ReadonlyMap<string, Envelope>) {
  return (row: string): LeaseRow => {
    const [webhookId = '', id = '', eventId = ''] = row.split(' ')
    const envelope = events.get(eventId)
    const event = envelope === undefined ? undefined : webhookEventOf(envelope)
    if (envelope === undefined || event === undefined)
      throw new Error(`the ingest statement returned an unknown event ${eventId}`)
    const { data, trace, occurredAt } = envelope
    const fresh = { fence: 0, attempts: 0, isReplay: false }
    return {
      id,
      webhookId: Number(webhookId),
      event,
      ...fresh,
      data,
      trace,
      occurredAt: Date.parse(occurredAt),
    }
  }
}

/** One array parameter per column of `incoming`, as in the result statement. */
function columnsOf(envelopes: readonly Envelope[]) {
  return {
    ids: envelopes.map(({ id }) => id),
    names: envelopes.map(({ name }) => name),
    events: envelopes.map((envelope) => webhookEventOf(envelope) ?? null),
    times: envelopes.map(({ occurredAt }) => occurredAt),
    orgIds: envelopes.map(({ orgId }) => orgId),
    aggregateTypes: envelopes.map(({ aggregate }) => aggregate.type),
    aggregateIds: envelopes.map(({ aggregate }) => aggregate.id),
    sequences: envelopes.map(({ aggregate }) => aggregate.sequence),
    traces: envelopes.map(({ trace }) => trace),
    data: JSON.stringify(envelopes.map(({ data }) => data)),
  }
}

/** What is stored of a message that cannot be read. */
function poisonRowOf({ message, error }: Poison): Record<string, unknown> {
  const body = message.body()
  return {
    carrier: message.carrier,
    message_id: message.messageId === undefined ? null : storable(message.messageId),
    body: body.subarray(0, POISON_BYTES_MAX).toString('base64'),
    error: storable(cutNote(body.length) + error),
  }
}

function cutNote(bytes: number): string {
  return bytes > POISON_BYTES_MAX ? `Only ${POISON_BYTES_MAX} of ${bytes} bytes are kept. ` : ''
}

function storable(text: string): string {
  return text.slice(0, POISON_TEXT_MAX).replaceAll('\0', '\uFFFD').toWellFormed()
}

/**
 * Only subscriptions that were verified when the event occurred receive it. Both times are truncated to
 * milliseconds, so an event in the same millisecond as the verification counts as later.
 *
 * A delivery is leased at once where its subscription is healthy, and its queue and its organization have
 * room, so most deliveries are written only twice: here, and when they end. Deliveries of an ordered
 * subscription are parked, and `promoteHeads` decides which one is due.
 *
 * Events are inserted in the order of their ids: two processes that receive the same ones wait for each other without
 * a deadlock.
 */
const ingestAll = prepared(
  plainStatement(
    {
      events: int4,
      deliveries: int4,
      poisoned: int4,
      /** Webhook, delivery and event of each lease, separated by spaces; leases are separated by commas. */
      leased: nullable(text),
      /** Their targets that differ from the cached ones. */
      changed: nullable(json<readonly Target[]>()),
      ordered: nullable(json<readonly OrderedAggregate[]>()),
    },
    ($: Params<IngestParams>) => raw`
with incoming as (
  select e.*, ${$.data}::jsonb -> (n - 1)::int as data
  from unnest(${$.ids}::uuid[], ${$.names}::text[], ${$.events}::text[], ${$.times}::timestamptz[],
    ${$.orgIds}::int[], ${$.aggregateTypes}::text[], ${$.aggregateIds}::text[], ${$.sequences}::bigint[],
    ${$.traces}::text[]) with ordinality as e(
    id, name, event, occurred_at, org_id, aggregate_type, aggregate_id, sequence, trace, n)
), recorded as (
  insert into domain_event
    (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data, trace)
  select id, org_id, name, occurred_at, date_trunc('milliseconds', now()), aggregate_type, aggregate_id,
    sequence, data, trace
  from incoming
  order by id
  on conflict (id) do nothing
  returning id
), subscribed as materialized (
  select w.id, w.org_id, w.events, w.verified_at, w.ordered,
    case when w.ordered or w.rate_limit is not null or w.failing_since is not null or w.paused_until > now()
      or ${isFrozenSql(raw`w.org_id`)}
    then 0 else ${$.queueMax}::int - ${ownLeasesOf($.ownLeases)} end as room,
    ${organizationRoomOf($)} as org_room,
    ${isCached($.versions)} as is_cached
  from webhook w
  where w.org_id in (select org_id from incoming) and w.disabled_at is null
), matched as (
  select i.id as event_id, i.org_id, i.event, w.id as webhook_id,
    case when w.ordered then i.aggregate_type || ':' || i.aggregate_id end as aggregate,
    case when w.ordered then i.sequence end as sequence,
    w.room, w.org_room, row_number() over (partition by w.id) as nth
  from incoming i
  join recorded r on r.id = i.id
  join subscribed w on w.org_id = i.org_id and (w.events is null or i.event = any(w.events))
  where i.event is not null and w.verified_at <= i.occurred_at
), fitting as (
  select *, nth <= room and count(*) filter (where nth <= room)
    over (partition by org_id order by nth - room rows unbounded preceding) <= org_room as is_next
  from matched
), placed as (
  select m.*, is_next and count(*) filter (where is_next) over so_far <= ${$.room} as is_leased,
    row_number() over so_far as n
  from fitting m
  window so_far as (rows between unbounded preceding and current row)
), queued as (
  insert into delivery
    (webhook_id, id, org_id, event, domain_event_id, aggregate, sequence, created_at, due_at, worker)
  select webhook_id, ${raw.raw(uuidsV7Sql('now()', 'n'))}, org_id, event, event_id, aggregate, sequence,
    date_trunc('milliseconds', now()),
    case when is_leased then now() + interval ${raw.lit(`${LEASE_SECONDS} seconds`)}
      when aggregate is not null then 'infinity' else now() end,
    case when is_leased then ${$.worker}::int end
  from placed
  returning webhook_id, id, domain_event_id, aggregate, worker
), poisoned as (
  insert into poison_message (carrier, message_id, body, error)
  select carrier, message_id, decode(body, 'base64'), error
  from json_to_recordset(${$.poison}::json) as p(carrier text, message_id text, body text, error text)
  returning id
)
select (select count(*) from recorded)::int as events,
  (select count(*) from queued)::int as deliveries,
  (select count(*) from poisoned)::int as poisoned,
  (select string_agg(webhook_id || ' ' || id || ' ' || domain_event_id, ',')
   from queued where worker is not null) as leased,
  ${targetsOf(raw`select webhook_id from queued where worker is not null
    and webhook_id = any(array(select id from subscribed where not is_cached))`)} as changed,
  (select json_agg(distinct jsonb_build_object('webhookId', webhook_id, 'aggregate', aggregate))
   from queued where aggregate is not null) as ordered`,
  ),
)
