import { requireOrganization } from '@takeoff/kit/security/auth'
import { ConflictError } from '@takeoff/kit/values/errors'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Sql } from '@takeoff/kit/postgres/database'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { findWebhooks } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import type { CustomHeader } from '../deliveries/send/custom-headers.ts'
import { parseTargetUrl } from '../deliveries/addresses/target-url.ts'
import { newSigningSecret } from '../messages/signing.ts'
import { queueHandshake } from './queue-delivery.ts'
import { unknownWebhook } from './require-webhook.ts'
import { insertSecret } from './insert-secret.ts'
import { newVerificationCode } from './verification-code.ts'
import type { KeptCode } from './verification-code.ts'
import { parseDescription, parseEvents, parseHeaders, parseRateLimit } from './webhook-input.ts'
import type { KeptHeaders } from './webhook-input.ts'

const WEBHOOKS_MAX = 50
/** Any number that no other two-key advisory lock uses. */
const ORGANIZATION_LOCK = 20_617

export interface NewWebhook {
  readonly orgId: number
  readonly url: string
  readonly events?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
  readonly headers?: readonly CustomHeader[] | null | undefined
  readonly rateLimit?: number | null | undefined
  readonly ordered?: boolean | null | undefined
}

export interface WebhookWithSecret {
  readonly webhook: WebhookRecord
  readonly secret: string
}

/**
 * Subscribes a URL and queues its handshake. A repetition under the same Idempotency-Key returns the same webhook
 * and its first secret, which is stored encrypted.
 */
export function createWebhook(context: Context, input: NewWebhook): Promise<WebhookWithSecret> {
  const { caller, database, idempotencyKey, addressRules, secretBox } = context
  requireOrganization(caller, input.orgId)
  const accepted: AcceptedWebhook = {
    orgId: input.orgId,
    url: parseTargetUrl(input.url, addressRules),
    events: parseEvents(input.events),
    description: parseDescription(input.description),
    ...parseHeaders(input.headers, secretBox),
    rateLimit: parseRateLimit(input.rateLimit),
    ordered: input.ordered ?? false,
  }
  return runIdempotent(
    { database, caller, idempotencyKey, operation: 'webhookCreate', arguments: input },
    {
      create: (remember) => insert(context, accepted, remember),
      replay: (id) => replay(context, Number(id)),
    },
  )
}

interface AcceptedWebhook extends KeptHeaders {
  readonly orgId: number
  readonly url: string
  readonly events: string[] | null
  readonly description: string | null
  readonly rateLimit: number | null
  readonly ordered: boolean
}

async function insert(
  context: Context,
  accepted: AcceptedWebhook,
  remember: Remember,
): Promise<WebhookWithSecret> {
  const { database, secretBox, deliveries } = context
  const secret = newSigningSecret()
  const id = await database.transaction(async (sql) => {
    await requireRoom(sql, accepted.orgId)
    const webhookId = await insertWebhook(sql, accepted, newVerificationCode(secretBox))
    await insertSecret(sql, {
      webhookId,
      orgId: accepted.orgId,
      sealed: secretBox.seal(secret),
    })
    await queueHandshake(sql, { id: webhookId, orgId: accepted.orgId })
    await remember(sql, String(webhookId))
    return webhookId
  })
  deliveries.wake()
  return { webhook: await read(context, id), secret }
}

/** The lock serializes the creations of one organization, so that the limit holds. */
async function requireRoom(sql: Sql, orgId: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [ORGANIZATION_LOCK, orgId])
  const [row] = await sql.query<{ n: number }>(
    'select count(*)::int as n from webhook where org_id = $1',
    [orgId],
  )
  if (row !== undefined && row.n < WEBHOOKS_MAX) return
  throw new ConflictError(
    `This organization has ${WEBHOOKS_MAX} webhooks already. Delete one first.`,
    {
      limit: WEBHOOKS_MAX,
    },
  )
}

async function insertWebhook(sql: Sql, accepted: AcceptedWebhook, code: KeptCode): Promise<number> {
  const [row] = await sql.query<{ id: number }>(
    `insert into webhook
       (org_id, url, events, description, header_names, sealed_headers, rate_limit, ordered, created_at,
        updated_at, verification_code, verification_code_hash, verification_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now(), $9, $10, $11)
     returning id`,
    [
      accepted.orgId,
      accepted.url,
      accepted.events,
      accepted.description,
      accepted.headerNames,
      accepted.sealedHeaders,
      accepted.rateLimit,
      accepted.ordered,
      code.verificationCode,
      code.verificationCodeHash,
      code.verificationExpiresAt.toISOString(),
    ],
  )
  invariant(row !== undefined, 'the insert returned no row')
  return row.id
}

async function replay(context: Context, id: number): Promise<WebhookWithSecret> {
  const [first] = await context.database.query<{ sealed: string }>(
    `select sealed from webhook_secret where webhook_id = $1 and org_id = any($2::int[]) order by id limit 1`,
    [id, context.caller.orgIds],
  )
  if (first === undefined) throw unknownWebhook()
  return { webhook: await read(context, id), secret: context.secretBox.open(first.sealed) }
}

async function read({ database, caller }: Context, id: number): Promise<WebhookRecord> {
  const [webhook] = await findWebhooks(database, caller.orgIds, [id])
  if (webhook === undefined) throw unknownWebhook()
  return webhook
}
