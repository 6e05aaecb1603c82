import { sql as raw } from 'kysely'
import type { Expression } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import {
  deliveryColumns,
  EVENTS,
  finishedColumns,
  ofEvents,
  pendingById,
  scope,
  toDelivery,
  union,
} from './found-delivery.ts'
import type { DeliveryRecord, Found, LogPart } from './found-delivery.ts'
import { statement } from './statements.ts'

export async function findDelivery(
  sql: Sql,
  orgIds: readonly number[],
  id: string,
): Promise<DeliveryRecord | undefined> {
  const [delivery] = await findDeliveries(sql, orgIds, [id])
  return delivery
}

type Wanted = Params<{
  readonly orgIds: readonly number[]
  readonly ids: readonly string[]
  readonly events: readonly string[]
  readonly log: LogPart
}>

/** Searches each webhook of the organizations, because an id alone does not identify the table. */
const selectByIds = statement((db, $: Wanted) =>
  db
    .selectFrom(
      raw<{ readonly id: string }>`unnest(${$.ids}::uuid[])`.as<'wanted'>(raw`wanted(id)`),
    )
    .innerJoin('webhook as w', (join) => join.on((eb) => eb('w.orgId', '=', eb.fn.any($.orgIds))))
    .innerJoinLateral(
      scope
        .selectFrom(union([pendingById($), finishedById($)]).as('found'))
        .limit(1)
        .selectAll('found')
        .as('d'),
      (join) => join.onTrue(),
    )
    .leftJoin('domainEvent as e', 'e.id', 'd.domainEventId')
    .select(deliveryColumns),
)

function finishedById($: Wanted): Expression<Found> {
  return ofEvents(
    $.events,
    scope
      .selectFrom('finishedDelivery as p')
      .whereRef('p.webhookId', '=', 'w.id')
      .whereRef('p.event', '=', 'word.event')
      .whereRef('p.id', '=', 'wanted.id')
      .limit(1)
      .select(finishedColumns($)),
  )
}

export async function findDeliveries(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<DeliveryRecord[]> {
  return (await sql.rows(selectByIds, { orgIds, ids, events: EVENTS, log: 'whole' })).map(
    toDelivery,
  )
}
