import type { Sql } from '@takeoff/kit/database'
import { VERIFICATION_EVENT } from '../webhook-events.ts'
import type { Verdict } from './verdict.ts'
import { withdrawDeliveries } from './withdraw-deliveries.ts'

/** After this long without a success a subscription is disabled. */
const FAILING_DAYS_MAX = 5

/** One attempt and its verdict. */
export interface AttemptResult {
  readonly deliveryId: string
  readonly fence: number
  readonly verdict: Verdict
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

/**
 * Writes the results of several attempts in one statement: the deliveries, the attempt log, and the health
 * of their subscriptions. A result whose lease has passed to someone else is dropped. A subscription is
 * locked before one of its deliveries goes back to waiting: a disabling at the same moment either sees the
 * delivery or is seen here, so that none waits for ever.
 * @returns the subscriptions that these results disabled
 */
export async function writeResults(
  sql: Sql,
  results: readonly AttemptResult[],
): Promise<DisabledWebhook[]> {
  const disabled = await sql.query<DisabledWebhook>(WRITE, [JSON.stringify(results.map(rowOf))])
  if (disabled.length > 0) {
    await withdrawDeliveries(
      sql,
      disabled.map(({ id }) => id),
    )
  }
  return disabled
}

function rowOf(result: AttemptResult): Record<string, unknown> {
  const { verdict } = result
  return {
    id: result.deliveryId,
    fence: result.fence,
    verdict: verdict.kind,
    delay_ms: verdict.kind === 'retry' ? verdict.delayMs : 0,
    error: verdict.kind === 'delivered' ? null : verdict.error,
    at: result.at.toISOString(),
    duration_ms: result.durationMs,
    status_code: result.statusCode ?? null,
    response_body: result.responseBody ?? null,
  }
}

const WRITE = `
with result as (
  select * from jsonb_to_recordset($1::jsonb) as r(
    id uuid, fence int, verdict text, delay_ms float8, error text,
    at timestamptz, duration_ms int, status_code int, response_body text)
), locked as (
  select w.id, w.disabled_at, w.verified_at from webhook w
  where w.id in (select d.webhook_id from result r join delivery d on d.id = r.id where r.verdict = 'retry')
  order by w.id for no key update
), ended as (
  update delivery d
  set state = case
        when r.verdict = 'delivered' then 'delivered'
        when r.verdict <> 'retry' or w.disabled_at is not null then 'failed'
        when d.event = '${VERIFICATION_EVENT}' and w.verified_at is not null then 'cancelled'
        else 'pending' end,
      attempts = d.attempts + 1,
      due_at = now() + r.delay_ms * interval '1 millisecond',
      leased_at = null
  from result r
  join delivery own on own.id = r.id
  left join locked w on w.id = own.webhook_id
  where d.id = r.id and d.fence = r.fence and d.leased_at is not null
  returning d.id, d.org_id, d.webhook_id, d.attempts, r.verdict, r.error, r.at, r.duration_ms, r.status_code,
    r.response_body
), logged as (
  insert into attempt (delivery_id, org_id, at, status_code, duration_ms, error, response_body)
  select id, org_id, at, status_code, duration_ms, error, response_body from ended
), health as (
  select e.webhook_id, bool_or(e.verdict = 'delivered') and not bool_or(e.verdict = 'gone') as ok,
         bool_or(e.verdict = 'gone') or not bool_or(e.verdict = 'delivered')
           and w.failing_since <= now() - interval '${FAILING_DAYS_MAX} days' as over,
         (array_agg(e.error order by e.at desc) filter (where e.error is not null))[1] as error
  from ended e join webhook w on w.id = e.webhook_id
  where w.disabled_at is null
  group by e.webhook_id, w.failing_since
), changed as (
  update webhook w
  set failing_since = case when not h.ok then coalesce(w.failing_since, now()) end,
      last_error = case when not h.ok then h.error end,
      disabled_at = case when h.over then now() end,
      updated_at = case when h.over then now() else w.updated_at end
  from health h
  where w.id = h.webhook_id and w.disabled_at is null
    and (not h.ok or w.failing_since is not null or w.last_error is not null)
  returning w.id, w.org_id, w.disabled_at, w.last_error
)
select id, org_id as "orgId", last_error as "lastError" from changed where disabled_at is not null`
