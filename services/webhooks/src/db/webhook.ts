import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '@takeoff/kit/postgres/text-array'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'

export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    url: p.text(),
    /** Null means all, including those of later versions. */
    events: p.type(TextArray).nullable(),
    description: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    verifiedAt: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
    /** Why the receiver currently fails, or why the subscription was disabled. */
    lastError: p.text().nullable(),
    /** First failed attempt of the failing period, which ends with a success or after `failingUntil`. */
    failingSince: p.datetime(3).nullable(),
    /** A failure after this time starts a new failing period. Null in rows whose last failure an earlier version wrote. */
    failingUntil: p.datetime(3).nullable(),
    /** Names of the custom headers; their values are never returned. */
    headerNames: p.type(TextArray).default([]),
    /** A JSON object of names and values, encrypted with WEBHOOKS_SECRET_KEY. */
    sealedHeaders: p.text().nullable(),
    /** Requests a second. */
    rateLimit: p.integer().nullable(),
    /** When the bucket of the rate limit was empty, never in the future: it fills since then. */
    rateFreeAt: p.datetime(6).nullable(),
    /** Events of one aggregate are sent one after the other. */
    ordered: p.boolean().default(false),
    /** The receiver requested a pause (429, 503 with Retry-After). */
    pausedUntil: p.datetime(3).nullable(),
    /** Encrypted, for the handshake. */
    verificationCode: p.text(),
    /** SHA-256 in hex, for the lookup. */
    verificationCodeHash: p.string().length(64),
    verificationExpiresAt: p.datetime(3),
  },
  indexes: [{ name: 'webhook_org_id_index', properties: ['orgId', 'id'] }],
  uniques: [
    { name: 'webhook_verification_code_hash_unique', properties: ['verificationCodeHash'] },
  ],
})

/** A subscription: a URL, and the events that an organization receives there. */
export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook)

/** The health of a subscription before its first attempt. */
export const UNTRIED_HEALTH = {
  failingSince: null,
  failingUntil: null,
  lastError: null,
  pausedUntil: null,
} satisfies Partial<Webhook>

/** What a sealed text of a webhook is bound to: it does not open in another column, or for another webhook. */
export function sealedPlace(
  column: 'webhook.sealed_headers' | 'webhook.verification_code' | 'webhook_secret.sealed',
  { id, orgId }: Pick<Webhook, 'id' | 'orgId'>,
): string {
  return `${column} ${orgId} ${id}`
}

export const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    orgId: p.integer(),
    sealed: p.text(),
    createdAt: p.datetime(3),
    /** Null for the current secret; after a rotation the end of its overlap. */
    expiresAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'webhook_secret_webhook_id_index', properties: ['webhook', 'id'] }],
})

/** A signing secret, encrypted with WEBHOOKS_SECRET_KEY. */
export class WebhookSecret extends WebhookSecretSchema.class {}
WebhookSecretSchema.setClass(WebhookSecret)

export const VerificationFailureSchema = defineEntity({
  name: 'VerificationFailure',
  tableName: 'verification_failure',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    userId: p.integer(),
    at: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [{ name: 'verification_failure_user_id_index', properties: ['userId', 'at'] }],
})

/** A wrong verification code; counted to limit guessing. */
export class VerificationFailure extends VerificationFailureSchema.class {}
VerificationFailureSchema.setClass(VerificationFailure)

export type WebhookCallKind = 'test' | 'retry' | 'replay' | 'verify'

export const WebhookCallSchema = defineEntity({
  name: 'WebhookCall',
  tableName: 'webhook_call',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    kind: p.string().length(6).$type<WebhookCallKind>(),
    at: p.datetime(3).defaultRaw('now()'),
    /** When the last delivery of a replay is due: the next replay starts there. */
    busyUntil: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'webhook_call_webhook_id_index', properties: ['webhook', 'kind', 'at'] }],
})

/** A request for a test event, a retry, a replay or a new verification code; counted to protect receivers from overload. */
export class WebhookCall extends WebhookCallSchema.class {}
WebhookCallSchema.setClass(WebhookCall)
