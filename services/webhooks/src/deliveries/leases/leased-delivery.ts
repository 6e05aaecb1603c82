import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'

/** Address and settings for the deliveries of a subscription, as of the lease. */
export interface Target {
  readonly webhookId: number
  readonly orgId: number
  /** Changes with each update; null where time alone changes the target. */
  readonly version: string | null
  readonly url: string
  /** All secrets that currently sign, newest first. */
  readonly sealedSecrets: readonly string[]
  /** The subscription's custom headers, a JSON object; null when there are none. */
  readonly sealedHeaders: string | null
  readonly sealedCode: string
  readonly codeExpired: boolean
}

/** A delivery that only this process may attempt, until the lease ends. */
export interface LeasedDelivery {
  readonly id: string
  /** Identifies this lease when the result is written. */
  readonly fence: number
  /** Earlier attempts of this series. */
  readonly attempts: number
  readonly event: string
  /** Data of the domain event; null for the handshake. */
  readonly data: unknown
  /** Trace of the domain event, for the log; receivers get it where `WEBHOOKS_TRACEPARENT` is set. */
  readonly trace: string | null
  /** When the domain event occurred, in milliseconds since 1970; null for the handshake. */
  readonly occurredAt: number | null
  /** Sent again manually, after a series of attempts that has ended. */
  readonly isReplay: boolean
  readonly target: Target
}

/** Row of the statement; values that deliveries of one subscription share are returned once. */
export interface LeaseRow extends Omit<LeasedDelivery, 'target'> {
  readonly webhookId: number
}

/** @throws Error when a row names a subscription that is not among the targets */
export function joinTargets(
  rows: readonly LeaseRow[],
  targets: readonly Target[],
): LeasedDelivery[] {
  const byId = new Map(targets.map((target) => [target.webhookId, target]))
  return rows.map(({ webhookId, ...delivery }) => {
    const target = byId.get(webhookId)
    invariant(target !== undefined, `no target of webhook ${webhookId} was read`)
    return { ...delivery, target }
  })
}

/** Longer than an attempt and the writing of its result can take. */
export const LEASE_SECONDS = 20

/** The process that leases, and its current leases. */
export interface LeaseHolder {
  /** Identifies this process in its leases. */
  readonly worker: number
  /** Number of processes that share the deliveries, including this one. */
  readonly workers: number
  /** Number of deliveries leased by this process, by webhook. */
  readonly leased: ReadonlyMap<number, number>
  readonly organizations: OrganizationLeases
}

/** Deliveries leased by this process, and how many of them may be of one organization. */
export interface OrganizationLeases {
  readonly leased: ReadonlyMap<number, number>
  readonly max: number
}

/** This process's share of a limit over all processes. */
export function shareOf(bound: number, workers: number): number {
  return Math.max(1, Math.floor(bound / workers))
}

/** The parameters of `ownLeasesOf` and `organizationRoomOf`. */
export function leaseParams({ leased, organizations }: LeaseHolder) {
  return {
    ownLeases: JSON.stringify(Object.fromEntries(leased)),
    organizationLeases: JSON.stringify(Object.fromEntries(organizations.leased)),
    organizationMax: organizations.max,
  }
}

/** SQL: number of deliveries of webhook `w` leased by this process. */
export const ownLeasesOf = (leases: RawBuilder<string>): RawBuilder<number> =>
  raw`coalesce((${leases}::jsonb ->> w.id::text)::int, 0)`

/** SQL: how many more deliveries of the organization of webhook `w` this process may lease. */
export const organizationRoomOf = ($: Params<ReturnType<typeof leaseParams>>): RawBuilder<number> =>
  raw`${$.organizationMax}::int - coalesce((${$.organizationLeases}::jsonb ->> w.org_id::text)::int, 0)`

/** Each change of a target also updates the row of its webhook: a rotation stores its time there. */
const VERSION = raw<string>`w.xmin::text`

/** SQL: whether the target of webhook `w` equals the cached one; versions are a JSON object by webhook id. */
export const isCached = (versions: RawBuilder<string>): RawBuilder<boolean> =>
  raw`coalesce(${VERSION} = ${versions}::jsonb ->> w.id::text, false)`

/** SQL: the targets of the webhooks whose ids a subquery selects, as JSON; null when there are none. */
export const targetsOf = (webhookIds: RawBuilder<unknown>): RawBuilder<unknown> => raw`(
  select json_agg(json_build_object(
    'webhookId', w.id, 'orgId', w.org_id, 'url', w.url, 'sealedHeaders', w.sealed_headers,
    'sealedCode', w.verification_code, 'codeExpired', w.verification_expires_at <= now(),
    'version', case when not exists (
      select from webhook_secret s where s.webhook_id = w.id and s.expires_at > now()) then w.version end,
    'sealedSecrets', array(select s.sealed from webhook_secret s
      where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now()) order by s.id desc)))
  from (select distinct webhook_id from (${webhookIds}) leased) one
  cross join lateral (select *, ${VERSION} as version from webhook w where w.id = one.webhook_id limit 1) w)`
