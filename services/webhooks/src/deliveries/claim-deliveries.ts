import type { Sql } from '@takeoff/kit/database'
import { VERIFICATION_EVENT } from '../webhook-events.ts'

/** Most requests under way to one subscription, over all processes. */
export const IN_FLIGHT_MAX_PER_WEBHOOK = 16
/** Longer than an attempt and the writing of its result may take. */
export const LEASE_SECONDS = 20
/** Subscriptions looked at in one claim. */
const WEBHOOKS_MAX = 32

/** A delivery that this process alone may attempt, until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string
  /** Names this lease when the result is written. */
  readonly fence: number
  /** Attempts made before in this series. */
  readonly attempts: number
  readonly event: string
  /** Of the domain event; null for the handshake. */
  readonly data: unknown
  /** Of the domain event, for the log: it is not sent to strangers. */
  readonly trace: string | null
  readonly webhookId: number
  readonly url: string
  /** Of all secrets that sign now, newest first. */
  readonly sealedSecrets: readonly string[]
  readonly sealedCode: string
  readonly codeExpired: boolean
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[]
  /** Where the next claim begins; 0 when this one reached the last subscription. */
  readonly next: number
}

export interface ClaimOptions {
  /** Only subscriptions with a greater id. */
  readonly after: number
  /** Most deliveries to take; at least 1. */
  readonly limit: number
}

/**
 * Leases due deliveries, a few of each subscription, so that one with a long queue does not hold up the
 * others. The subscriptions are found by a loose index scan: one index probe each, however many rows wait.
 * The bound per subscription is counted in the statement; two processes that claim at the very same
 * moment may together pass it by one claim.
 */
export async function claimDeliveries(sql: Sql, { after, limit }: ClaimOptions): Promise<Claim> {
  const webhooks = Math.min(WEBHOOKS_MAX, limit)
  const perWebhook = Math.floor(limit / webhooks)
  const rows = await sql.query<ClaimRow>(CLAIM, [after, webhooks, perWebhook])
  const [first] = rows
  if (first === undefined) throw new Error('the claim answered nothing')
  return {
    deliveries: rows.filter((row): row is ClaimRow & ClaimedDelivery => row.id !== null),
    next: first.visited < webhooks ? 0 : first.last,
  }
}

/** Without deliveries there is one row, to say how far the claim got. */
interface ClaimRow extends Omit<ClaimedDelivery, 'id'> {
  readonly id: string | null
  readonly visited: number
  readonly last: number
}

const CLAIM = `
with recursive visited (webhook_id, n) as (
  (select webhook_id, 1 from delivery
   where state = 'pending' and webhook_id > $1 order by webhook_id limit 1)
  union all
  select next.webhook_id, v.n + 1
  from visited v cross join lateral (
    select d.webhook_id from delivery d
    where d.state = 'pending' and d.webhook_id > v.webhook_id order by d.webhook_id limit 1
  ) next
  where v.n < $2
), picked as (
  select due.id
  from visited v
  join webhook w on w.id = v.webhook_id and w.disabled_at is null
  cross join lateral (
    select count(*)::int as n from delivery b
    where b.webhook_id = v.webhook_id and b.leased_at is not null and b.due_at > now()
  ) busy
  cross join lateral (
    select d.id from delivery d
    where d.webhook_id = v.webhook_id and d.state = 'pending' and d.due_at <= now()
      and (w.verified_at is not null or d.event = '${VERIFICATION_EVENT}')
    order by d.due_at
    limit least($3::int, greatest(0, ${IN_FLIGHT_MAX_PER_WEBHOOK} - busy.n))
    for update skip locked
  ) due
), claimed as (
  update delivery d
  set leased_at = now(), due_at = now() + interval '${LEASE_SECONDS} seconds', fence = d.fence + 1
  from picked where d.id = picked.id
  returning d.id, d.fence, d.attempts, d.event, d.webhook_id, d.domain_event_id
)
select far.visited, far.last, c.id, c.fence, c.attempts, c.event, e.data, e.trace,
       w.id as "webhookId", w.url, w.verification_code as "sealedCode",
       w.verification_expires_at <= now() as "codeExpired",
       array(select s.sealed from webhook_secret s
             where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now())
             order by s.id desc) as "sealedSecrets"
from (select count(*)::int as visited, coalesce(max(webhook_id), 0) as last from visited) far
left join claimed c on true
left join webhook w on w.id = c.webhook_id
left join domain_event e on e.id = c.domain_event_id`
