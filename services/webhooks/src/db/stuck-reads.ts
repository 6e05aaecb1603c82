import type {
  ExhaustedWebhook,
  LostLeases,
  TroubledWebhook,
  WaitingWebhook,
} from '@takeoff/contracts/operator-api'
import type { Sql } from '@takeoff/kit/postgres/database'
import { IN_FLIGHT_MAX_PER_WEBHOOK, allLeasedOf } from './leases.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { firstUuidOf } from './uuid-v7.ts'

/** Oldest first. */
export function listWaitingWebhooks(
  sql: Sql,
  { overSeconds, first }: { readonly overSeconds: number; readonly first: number },
): Promise<WaitingWebhook[]> {
  return sql.query<WaitingWebhook>(WAITING, [overSeconds, first])
}

const WAITING = `
with recursive visited (id) as (
  (select webhook_id from delivery order by webhook_id limit 1)
  union all
  select next.webhook_id from visited v cross join lateral (
    select d.webhook_id from delivery d where d.webhook_id > v.id order by d.webhook_id limit 1
  ) next
), oldest as (
  select w.id, w.org_id, w.url, extract(epoch from now() - d.due_at)::float8 as seconds,
    case when w.paused_until > now() then 'paused' when w.failing_since is not null then 'failing'
      when w.rate_limit is not null then 'limited'
      when ${allLeasedOf('w.id')} >= ${IN_FLIGHT_MAX_PER_WEBHOOK} then 'busy' end as held_by
  from visited v
  join webhook w on w.id = v.id and w.disabled_at is null
  cross join lateral (
    select d.due_at from delivery d
    where d.webhook_id = w.id and d.due_at <= now() - $1 * interval '1 second'
      and (w.verified_at is not null or d.event = '${VERIFICATION_EVENT}')
    order by d.due_at limit 1
  ) d
  order by seconds desc limit $2::int
)
select id as "webhookId", org_id as "orgId", url, seconds as "oldestSeconds", held_by as "heldBy",
  (select count(*)::int from delivery d where d.webhook_id = o.id and d.due_at <= now()) as due
from oldest o order by seconds desc`

/** The latest trouble first. */
export function listTroubledWebhooks(sql: Sql, first: number): Promise<TroubledWebhook[]> {
  return sql.query<TroubledWebhook>(
    `with troubled as (
       select id, org_id, url, last_error, coalesce(disabled_at, failing_since, updated_at) as since,
         case when disabled_at is not null then 'disabled' when paused_until > now() then 'paused'
           else 'failing' end as state
       from webhook
       where disabled_at is not null or paused_until > now() or failing_since is not null
       order by since desc limit $1
     )
     select id as "webhookId", org_id as "orgId", url, state, last_error as "lastError",
       extract(epoch from now() - since)::float8 as seconds,
       (select count(*)::int from delivery d where d.webhook_id = t.id) as waiting
     from troubled t order by since desc`,
    [first],
  )
}

/** Most exhausted deliveries first. */
export function listExhaustedWebhooks(
  sql: Sql,
  { since, first }: { readonly since: Date; readonly first: number },
): Promise<ExhaustedWebhook[]> {
  return sql.query<ExhaustedWebhook>(
    `select w.id as "webhookId", w.org_id as "orgId", w.url, f.failed,
       extract(epoch from now() - f.newest)::float8 as "newestSeconds"
     from webhook w cross join lateral (
       select count(*)::int as failed, max(f.finished_at) as newest from finished_delivery f
       where f.webhook_id = w.id and f.state = 'failed' and f.id >= $1::uuid
         and f.event <> '${VERIFICATION_EVENT}'
     ) f
     where f.failed > 0 order by f.failed desc, w.id limit $2`,
    [firstUuidOf(since), first],
  )
}

export function listLostLeases(sql: Sql, silentSeconds: number): Promise<LostLeases[]> {
  return sql.query<LostLeases>(
    `select d.worker, count(*)::int as leases,
       extract(epoch from now() - max(w.seen_at))::float8 as "silentSeconds"
     from delivery d left join worker w on w.id = d.worker
     where d.worker is not null
       and (w.id is null or w.seen_at < now() - $1 * interval '1 second')
     group by d.worker order by d.worker`,
    [silentSeconds],
  )
}
