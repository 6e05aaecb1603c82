import { sql as raw } from 'kysely'
import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import { int4, json, nullable } from '@takeoff/kit/postgres/sql-types'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../../db/statements.ts'
import { IS_AWAITED, storeFinished, UNDELIVERABLE_STATE } from '../cancel/finish-sql.ts'
import type { LoggedAttempt } from '../../db/delivery.ts'
import { promoteHeads } from '../ordering/promote-heads.ts'
import type { OrderedAggregate, PromotionContext } from '../ordering/promote-heads.ts'
import type { Decision } from './decision.ts'

/** A subscription is disabled when its failing period is longer than this many days. */
const FAILING_DAYS_MAX = 5
/**
 * A failing period ends this many days after its last failure, or after the retry of it is due. Without an end, the first
 * failure after quiet weeks would disable a subscription whose earlier deliveries had been given up.
 */
const QUIET_DAYS = 1
/** Maximum logged attempts of a delivery that is sent again repeatedly. */
const LOG_MAX = 100
/** The newest of them keep the response of the receiver: a page of deliveries has to fit into memory. */
const RESPONSES_MAX = 10
/** Differs from the URL of every subscription. */
const NO_URL = ''

/** One attempt and its decision. */
export interface AttemptResult {
  readonly webhookId: number
  readonly deliveryId: string
  readonly fence: number
  /** Target URL; undefined if the request was not sent because of an internal error. */
  readonly url: string | undefined
  readonly decision: Decision
  readonly at: Date
  readonly durationMs: number
  readonly statusCode: number | undefined
  readonly responseBody: string | undefined
}

export interface DisabledWebhook {
  readonly id: number
  readonly orgId: number
  readonly lastError: string
}

export interface WrittenResults {
  /** Subscriptions disabled by these results. */
  readonly disabled: readonly DisabledWebhook[]
  /** Results that came too late: another process has leased the delivery, it was deleted, or may have been exported. */
  readonly stale: number
  /** Deliveries that became due because their predecessor ended. */
  readonly promoted: number
}

/**
 * Writes the results of several attempts in one statement: the deliveries with their log, and the health
 * of their subscriptions. A finished delivery moves to `finished_delivery`. A result whose delivery was leased
 * again is dropped, and one without a lease whose organization is being moved. A subscription is locked before one of
 * its deliveries becomes waiting again: a concurrent disabling either sees the delivery or is seen here, so that no
 * delivery waits for ever. Other deliveries of a subscription that it disables are left to the next claim, because
 * results of other subscriptions would wait while a long queue is cancelled here.
 */
export async function writeResults(
  context: PromotionContext,
  results: readonly AttemptResult[],
): Promise<WrittenResults> {
  const row = await context.database.one(writeAll, columnsOf(results))
  const promoted = await promoteHeads(context, row.ordered ?? [])
  return { disabled: row.disabled ?? [], stale: results.length - row.written, promoted }
}

/**
 * One array parameter per column of `result`: PostgreSQL reads arrays faster than objects. JSON columns are one
 * JSON text: as array elements each text would be quoted here and unquoted there.
 */
function columnsOf(results: readonly AttemptResult[]) {
  return {
    webhookIds: results.map(({ webhookId }) => webhookId),
    deliveryIds: results.map(({ deliveryId }) => deliveryId),
    fences: results.map(({ fence }) => fence),
    decisions: results.map(({ decision }) => decision.kind),
    delaysMs: results.map(({ decision }) => (decision.kind === 'retry' ? decision.delayMs : null)),
    pausesMs: results.map(({ decision }) => ('pauseMs' in decision ? decision.pauseMs : null)),
    errors: results.map(errorOf),
    failedUrls: results.map(({ decision, url }) =>
      decision.kind === 'delivered' ? null : (url ?? NO_URL),
    ),
    entries: JSON.stringify(entriesOf(results)),
  }
}

function entriesOf(results: readonly AttemptResult[]): LoggedAttempt[] {
  // Many results share a millisecond, and formatting it takes as long as the rest of an entry.
  const texts = new Map<number, string>()
  return results.map((result) => {
    const at = texts.get(result.at.getTime()) ?? result.at.toISOString()
    texts.set(result.at.getTime(), at)
    return {
      at,
      statusCode: result.statusCode ?? null,
      durationMs: result.durationMs,
      error: errorOf(result),
      responseBody: result.responseBody ?? null,
    }
  })
}

function errorOf({ decision }: AttemptResult): string | null {
  return decision.kind === 'delivered' ? null : decision.error
}

/** SQL: the log with one more entry; a full log loses its oldest one, and long ones the older responses. */
const LOG = raw`(case
    when jsonb_array_length(d.log) < ${raw.lit(RESPONSES_MAX)} then d.log
    else jsonb_set(
      case when jsonb_array_length(d.log) < ${raw.lit(LOG_MAX)} then d.log else d.log - 0 end,
      ${raw.lit(`{-${RESPONSES_MAX},responseBody}`)}, 'null')
  end) || r.entry`

/**
 * SQL: whether a failed attempt is followed by another, if the schedule has one. A handshake under way while the url
 * changed is followed by the one of the new url.
 */
const IS_RETRIED = raw`exists (select 1 from locked w where w.id = d.webhook_id and ${IS_AWAITED}
  and (w.verified_at is not null or r.failed_url in (w.url, ${raw.lit(NO_URL)})))`

/** SQL: health of the subscriptions according to the attempts. */
const HEALTH = raw`
  select e.webhook_id,
    bool_or(e.decision = 'delivered') and not bool_or(e.decision = 'gone') as ok,
    bool_or(e.decision = 'gone') as gone,
    (array_agg(e.error order by e.entry ->> 'at' desc) filter (where e.error is not null))[1] as error,
    max(e.pause_ms) as pause_ms, max(e.delay_ms) as delay_ms
  from (
    select webhook_id, decision, error, entry, pause_ms, failed_url, null::float8 as delay_ms from ended
    union all select webhook_id, decision, error, entry, pause_ms, failed_url, delay_ms from again
  ) e
  where e.webhook_id = any(array(select id from locked))
    -- A response of the previous URL says nothing about the present one, nor does an attempt without a URL.
    and (e.failed_url is null or e.failed_url = (select w.url from locked w where w.id = e.webhook_id))
  group by e.webhook_id`

/** SQL: when the failing period of subscription `w` began, if an attempt fails now. */
const FAILING_SINCE = raw`case when w.failing_until >= now() then coalesce(w.failing_since, now()) else now() end`

/** SQL: when the failing period ends without another failure. */
const FAILING_UNTIL = raw`greatest(w.failing_until, now() + interval ${raw.lit(`${QUIET_DAYS} days`)}
  + coalesce(h.delay_ms, 0) * interval '1 millisecond')`

/** SQL: whether its health `h` disables subscription `w`. */
const IS_DISABLING = raw`h.gone
  or (not h.ok and ${FAILING_SINCE} <= now() - interval ${raw.lit(`${FAILING_DAYS_MAX} days`)})`

const writeAll = prepared(
  plainStatement(
    {
      written: int4,
      disabled: nullable(json<readonly DisabledWebhook[]>()),
      ordered: nullable(json<readonly OrderedAggregate[]>()),
    },
    ($: Params<ReturnType<typeof columnsOf>>) => raw`
with result as (
  select r.*, ${$.entries}::jsonb -> (n - 1)::int as entry
  from unnest(${$.webhookIds}::int[], ${$.deliveryIds}::uuid[], ${$.fences}::int[], ${$.decisions}::text[],
    ${$.delaysMs}::float8[], ${$.pausesMs}::float8[], ${$.errors}::text[], ${$.failedUrls}::text[])
    with ordinality as r(webhook_id, id, fence, decision, delay_ms, pause_ms, error, failed_url, n)
), locked as (
  select w.id, w.url, w.disabled_at, w.verified_at from webhook w
  where w.id = any(array(
    select webhook_id from result where decision <> 'delivered'
    union all
    select f.id from webhook f where (f.failing_since is not null or f.last_error is not null)
      and f.id = any(array(select webhook_id from result))))
  order by w.id for no key update
), found as (
  select r.decision, r.delay_ms, r.pause_ms, r.error, r.entry, r.failed_url, d.row_id
  from result r cross join lateral (
    select d.ctid as row_id from delivery d
    where d.webhook_id = r.webhook_id and d.id = r.id and d.fence = r.fence
      -- Without its lease a delivery may have been exported.
      and (d.worker is not null or not ${isFrozenSql(raw`d.org_id`)})
    for update
  ) d
  -- Subscriptions are locked before deliveries, as by the statement that disables one.
  where (select count(*) from locked) >= 0
), ended as (
  delete from delivery d
  using found r
  where d.ctid = r.row_id and (r.decision <> 'retry' or not ${IS_RETRIED})
  returning d.webhook_id, d.event, d.id, d.org_id, d.domain_event_id, d.created_at, d.aggregate,
    -- As below: a delivery that is sent again keeps its fence.
    d.fence + 1 as fence, ${LOG} as log, r.decision, r.error, r.entry, r.pause_ms, r.failed_url
), stored as (
  ${storeFinished(
    raw`case decision when 'delivered' then 'delivered' when 'retry' then ${UNDELIVERABLE_STATE} else 'failed' end`,
    raw`ended where decision = 'delivered' or webhook_id = any(array(select id from locked))`,
  )}
), again as (
  update delivery d
  -- With another fence: the same result, repeated after a lost response to the commit, comes too late.
  set attempts = d.attempts + 1, due_at = now() + r.delay_ms * interval '1 millisecond', worker = null,
      fence = d.fence + 1, log = ${LOG}
  from found r
  where d.ctid = r.row_id and r.decision = 'retry'
    and ${IS_RETRIED}
  returning d.webhook_id, r.decision, r.error, r.entry, r.pause_ms, r.failed_url, r.delay_ms
), health as materialized (${HEALTH}), changed as (
  update webhook w
  set failing_since = case when not h.ok then ${FAILING_SINCE} end,
      failing_until = case when not h.ok then ${FAILING_UNTIL} end,
      last_error = case when not h.ok then h.error end,
      paused_until = greatest(w.paused_until, now() + h.pause_ms * interval '1 millisecond'),
      disabled_at = case when ${IS_DISABLING}
        then now() end,
      updated_at = case when ${IS_DISABLING}
        then now() else w.updated_at end
  from health h
  where w.id = h.webhook_id and w.disabled_at is null
    and (not h.ok or h.pause_ms is not null or w.failing_since is not null or w.last_error is not null)
  returning w.id, w.org_id, w.disabled_at, w.last_error
)
select (select count(*) from ended)::int + (select count(*) from again)::int as written,
  (select json_agg(json_build_object('id', id, 'orgId', org_id, 'lastError', last_error))
   from changed where disabled_at is not null) as disabled,
  (select json_agg(json_build_object('webhookId', webhook_id, 'aggregate', aggregate))
   from ended where aggregate is not null) as ordered`,
  ),
)
