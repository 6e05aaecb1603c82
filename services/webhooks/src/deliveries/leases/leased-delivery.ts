import { invariant } from '@takeoff/kit/values/invariant'
/** Where and how the deliveries of a subscription are sent, as it was when they were leased. */
export interface Target {
  readonly webhookId: number
  readonly orgId: number
  /** Another one after each change; null where time alone changes it. */
  readonly version: string | null
  readonly url: string
  /** Of all secrets that sign now, newest first. */
  readonly sealedSecrets: readonly string[]
  /** The subscription's own headers, a JSON object; null when there are none. */
  readonly sealedHeaders: string | null
  readonly sealedCode: string
  readonly codeExpired: boolean
}

/** A delivery that this process alone may attempt, until its lease ends. */
export interface LeasedDelivery {
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
  /** When the domain event occurred, in milliseconds since 1970; null for the handshake. */
  readonly occurredAt: number | null
  /** Sent again by hand, after a series of attempts that has ended. */
  readonly isReplay: boolean
  readonly target: Target
}

/** As SQL answers it: what deliveries of one subscription share is there once. */
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

/** Longer than an attempt and the writing of its result may take. */
export const LEASE_SECONDS = 20

/** Who leases, and what is leased already. */
export interface LeaseHolder {
  /** Names this process in its leases. */
  readonly worker: number
  /** How many processes share the deliveries, this one included. */
  readonly workers: number
  /** How many deliveries this process has leased, by webhook. */
  readonly leased: ReadonlyMap<number, number>
}

/** This process's part of a bound that all processes keep together. */
export function shareOf(bound: number, workers: number): number {
  return Math.max(1, Math.floor(bound / workers))
}

/** The parameter of `ownLeasesOf`. */
export function ownLeases({ leased }: LeaseHolder): string {
  return JSON.stringify(Object.fromEntries(leased))
}

/** SQL: how many deliveries of a webhook this process has leased. */
export const ownLeasesOf = (webhookId: string, ownLeases: string): string =>
  `coalesce((${ownLeases}::jsonb ->> ${webhookId}::text)::int, 0)`

/** Whatever changes a target writes the row of its webhook, too: a rotation says when it was. */
const VERSION = 'w.xmin::text'

/** SQL: whether the target of webhook `w` is as it was remembered; versions are a JSON object by webhook id. */
export const isRemembered = (versions: string): string =>
  `coalesce(${VERSION} = ${versions}::jsonb ->> w.id::text, false)`

/** SQL: the targets of the webhooks with the ids of a subquery, as JSON; null when there are none. */
export const targetsOf = (webhookIds: string): string => `(
  select json_agg(json_build_object(
    'webhookId', w.id, 'orgId', w.org_id, 'url', w.url, 'sealedHeaders', w.sealed_headers,
    'sealedCode', w.verification_code, 'codeExpired', w.verification_expires_at <= now(),
    'version', case when not exists (
      select from webhook_secret s where s.webhook_id = w.id and s.expires_at > now()) then w.version end,
    'sealedSecrets', array(select s.sealed from webhook_secret s
      where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now()) order by s.id desc)))
  from (select distinct webhook_id from (${webhookIds}) leased) one
  cross join lateral (select *, ${VERSION} as version from webhook w where w.id = one.webhook_id limit 1) w)`
