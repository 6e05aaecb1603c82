import { expressionBuilder, sql as raw } from 'kysely'
import type { AliasableExpression, Expression, RawBuilder } from 'kysely'
import { jsonb, nullable, some, timestamptz, varchar } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { sampleEventOf, VERIFICATION_EVENT, webhookEvents } from '../messages/webhook-events.ts'
import type { DeliveryState, LoggedAttempt } from './delivery.ts'
import type { Tables } from './statements.ts'

/** A delivery as its organization sees it. */
export interface DeliveryRecord {
  readonly id: string
  readonly webhookId: number
  readonly event: string
  readonly state: DeliveryState
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly nextAttemptAt: Date | null
  /** The newest attempts of all series, oldest first. */
  readonly attempts: readonly AttemptRecord[]
  /** Data of the domain event; null for the handshake. */
  readonly data: unknown
}

export interface AttemptRecord extends Omit<LoggedAttempt, 'at'> {
  readonly at: Date
}

/** Finished deliveries are found by webhook, event and id: one index probe per event name. */
export const EVENTS = [...webhookEvents, VERIFICATION_EVENT]

/** The event of a webhook by the name of its domain event. */
export const EVENT_OF_NAME = Object.fromEntries(
  webhookEvents.map((event) => [sampleEventOf(event).name, event]),
)

/** Aliases to which parts of the statements refer: a webhook `w`, its delivery `p`, and others in some statements. */
interface Scope extends Tables {
  readonly w: Tables['webhook']
  readonly p: Pick<Tables['delivery'], 'webhookId' | 'id'>
  /** The event of a searched resource. */
  readonly about: Tables['domainEvent']
  /** The name of an event. */
  readonly word: { readonly event: string }
  /** The id of the requested delivery. */
  readonly wanted: { readonly id: string }
}

export const scope = expressionBuilder<Scope, 'w' | 'p' | 'about' | 'word' | 'wanted'>()

/** How much of a log is read. It holds the responses of receivers, which are large. */
export type LogPart = 'whole' | 'newest' | 'none'

const logColumn = (part: RawBuilder<LogPart>) =>
  column(
    'log',
    jsonb<readonly LoggedAttempt[]>(),
    raw`case ${part}::text
      when 'whole' then p.log when 'newest' then jsonb_path_query_array(p.log, '$[last]') else '[]'
    end`,
  )

export type WithLog = Params<{ readonly log: LogPart }>

/** The columns of a pending delivery `p`. */
export function pendingColumns({ log }: WithLog) {
  return [
    'p.id',
    'p.webhookId',
    'p.event',
    column('state', some<DeliveryState>(varchar), raw`'pending'::varchar`),
    'p.createdAt',
    column('finishedAt', nullable(timestamptz), raw`null::timestamptz`),
    column(
      'nextAttemptAt',
      nullable(timestamptz),
      raw`case when p.due_at < 'infinity' and (p.worker is null or p.due_at <= now())
        then greatest(p.due_at, w.paused_until) end`,
    ),
    logColumn(log),
    'p.domainEventId',
  ] as const
}

/** The columns of a finished delivery `p`, in the same order. */
export function finishedColumns({ log }: WithLog) {
  return [
    'p.id',
    'p.webhookId',
    'p.event',
    'p.state',
    'p.createdAt',
    'p.finishedAt',
    column('nextAttemptAt', nullable(timestamptz), raw`null::timestamptz`),
    logColumn(log),
    'p.domainEventId',
  ] as const
}

/** A delivery as statements select it before they join its event. */
export type Found = ReturnType<typeof pendingById> extends Expression<infer Row> ? Row : never

/** The columns of a found delivery `d` and its event `e`. */
export const deliveryColumns = [
  'd.id',
  'd.webhookId',
  'd.event',
  'd.state',
  'd.createdAt',
  'd.finishedAt',
  'd.nextAttemptAt',
  'd.log',
  'e.data',
] as const

/** The pending delivery that is `wanted`. */
export function pendingById($: WithLog) {
  return scope
    .selectFrom('delivery as p')
    .whereRef('p.webhookId', '=', 'w.id')
    .whereRef('p.id', '=', 'wanted.id')
    .select(pendingColumns($))
}

/** The found deliveries of each event name `word`. */
export function ofEvents(
  events: Expression<readonly string[]>,
  found: AliasableExpression<Found>,
): Expression<Found> {
  return scope
    .selectFrom(raw<Scope['word']>`unnest(${events}::text[])`.as<'word'>(raw`word(event)`))
    .innerJoinLateral(found.as('found'), (join) => join.onTrue())
    .selectAll('found')
}

export function union(branches: readonly Expression<Found>[]): AliasableExpression<Found> {
  return raw<Found>`(${raw.join(branches, raw` union all `)})`
}

export function toDelivery({
  log,
  ...row
}: Omit<DeliveryRecord, 'attempts'> & Pick<Found, 'log'>): DeliveryRecord {
  return { ...row, attempts: log.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })) }
}
