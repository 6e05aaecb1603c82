import { sql as raw } from 'kysely'
import { requireOrganization } from '@takeoff/kit/security/access'
import { ConflictError, RateLimitedError } from '@takeoff/kit/values/errors'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, int8, nothing, nullable, timestamptz } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { plainStatement, statement } from '../db/statements.ts'
import { Webhook } from '../db/webhook.ts'
import { parseCustomHeaders } from '../deliveries/send/custom-headers.ts'
import { parseTargetUrl } from '../deliveries/addresses/target-url.ts'
import { auditWebhook, settingsChanges } from './audit-webhook.ts'
import { queueHandshake } from './queue-delivery.ts'
import { requireWebhook } from './require-webhook.ts'
import { newVerificationCode } from './verification-code.ts'
import { addSecret, replaySecret } from './webhook-secret.ts'
import type { WebhookWithSecret } from './webhook-secret.ts'
import { parseDescription, parseEvents, parseRateLimit, sealHeaders } from './webhook-input.ts'
import type { AcceptedWebhook, WebhookSettingsInput } from './webhook-input.ts'

const WEBHOOKS_MAX = 50
/** Each posts a handshake to a url that may not belong to the caller, also when it is deleted afterwards. */
const PER_HOUR_MAX = 200
const HOUR_SECONDS = 3_600
/** Any number that no other two-key advisory lock uses. */
const ORGANIZATION_LOCK = 20_617

export interface NewWebhook extends WebhookSettingsInput {
  readonly orgId: number
  readonly url: string
}

/**
 * Subscribes a URL and queues its handshake. A repetition under the same Idempotency-Key returns the same webhook
 * and its first secret, which is stored encrypted.
 */
export function createWebhook(context: Context, input: NewWebhook): Promise<WebhookWithSecret> {
  const { caller, addressRules } = context
  requireOrganization(caller, input.orgId)
  const accepted = {
    orgId: input.orgId,
    url: parseTargetUrl(input.url, addressRules),
    events: parseEvents(input.events),
    description: parseDescription(input.description),
    headers: parseCustomHeaders(input.headers ?? []),
    rateLimit: parseRateLimit(input.rateLimit),
    ordered: input.ordered ?? false,
  }
  return runIdempotent(context, {
    operation: 'webhookCreate',
    arguments: input,
    create: (remember) => insert(context, accepted, remember),
    replay: (id) => replaySecret(context, Number(id)),
  })
}

async function insert(
  context: Context,
  { orgId, ...accepted }: AcceptedWebhook & Pick<Webhook, 'orgId'>,
  remember: Remember,
): Promise<WebhookWithSecret> {
  const { database, secretBox, deliveries } = context
  const created = await database.transaction(async (sql) => {
    const owner = { id: await allocateWebhookId(sql, orgId), orgId }
    const entities = sql.entitiesOf([orgId])
    const createdAt = new Date()
    const { headers, ...given } = accepted
    const settings = { ...given, ...sealHeaders(headers, secretBox, owner) }
    const webhook = entities.create(Webhook, {
      ...settings,
      ...newVerificationCode(secretBox, owner),
      id: owner.id,
      orgId,
      createdAt,
      updatedAt: createdAt,
    })
    const { secret } = addSecret(context, sql, webhook)
    await entities.flush()
    await queueHandshake(sql, webhook)
    await remember(sql, String(webhook.id))
    const changes = settingsChanges(undefined, settings)
    await auditWebhook(sql, context, { webhook, operation: 'webhookCreate', changes })
    // A read after the commit could be refused.
    return { webhook: await requireWebhook({ ...context, database: sql }, webhook.id), secret }
  })
  deliveries.claimNow()
  return created
}

const lockOrganization = plainStatement(
  nothing,
  ($: Params<{ readonly orgId: number }>) =>
    raw`select pg_advisory_xact_lock(${ORGANIZATION_LOCK}, ${$.orgId})`,
)

const countWebhooks = statement(
  (db, $: Params<{ readonly orgId: number; readonly since: string }>) => {
    const created = db
      .selectFrom('auditRecord')
      .where('orgId', '=', $.orgId)
      .where('id', '>=', $.since)
      .where('operation', '=', 'webhookCreate')
    return db
      .selectFrom('webhook')
      .where('orgId', '=', $.orgId)
      .select((eb) => [
        column('count', int8, eb.fn.countAll()),
        column(
          'created',
          int8,
          created.select((records) => records.fn.countAll().as('created')),
        ),
        column(
          'createdAt',
          nullable(timestamptz),
          created.select((records) => records.fn.min('occurredAt').as('createdAt')),
        ),
        column('nextId', int4, raw`nextval(pg_get_serial_sequence('webhook', 'id'))::int`),
      ])
  },
)

/**
 * The id of a new webhook, which its sealed texts are bound to. The lock serializes the creations of one organization, so
 * that the limits hold.
 * @throws ConflictError, RateLimitedError when the organization has reached a limit
 */
async function allocateWebhookId(sql: Sql, orgId: number): Promise<number> {
  await sql.run(lockOrganization, { orgId })
  const since = firstUuidOf(new Date(Date.now() - HOUR_SECONDS * 1000))
  const { count, created, createdAt, nextId } = await sql.one(countWebhooks, { orgId, since })
  if (count >= WEBHOOKS_MAX) {
    throw new ConflictError(
      `This organization has ${WEBHOOKS_MAX} webhooks already. Delete one first.`,
      { limit: WEBHOOKS_MAX },
    )
  }
  if (created < PER_HOUR_MAX) return nextId
  const age = (Date.now() - (createdAt?.getTime() ?? 0)) / 1000
  const waitSeconds = Math.min(HOUR_SECONDS, Math.max(1, Math.ceil(HOUR_SECONDS - age)))
  throw new RateLimitedError(
    `An organization can create ${PER_HOUR_MAX} webhooks an hour. Try again in ${waitSeconds} seconds.`,
    waitSeconds,
  )
}
