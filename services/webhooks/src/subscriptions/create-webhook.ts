import { requireOrganization } from '@takeoff/kit/auth'
import { ConflictError } from '@takeoff/kit/errors'
import { runIdempotent } from '@takeoff/kit/idempotency'
import type { Remember } from '@takeoff/kit/idempotency'
import { newUuid } from '@takeoff/kit/ids'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../context.ts'
import { Delivery } from '../db/delivery.ts'
import { findWebhooks } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { Webhook, WebhookSecret } from '../db/webhook.ts'
import { parseTargetUrl } from '../deliveries/target-url.ts'
import { newSigningSecret } from '../signing.ts'
import { VERIFICATION_EVENT } from '../webhook-events.ts'
import { unknownWebhook } from './require-webhook.ts'
import { newVerificationCode } from './verification-code.ts'
import { parseDescription, parseEvents } from './webhook-input.ts'

const WEBHOOKS_MAX = 50
/** Any number that no other advisory lock of two keys uses. */
const ORGANIZATION_LOCK = 20_617

export interface NewWebhook {
  readonly orgId: number
  readonly url: string
  readonly events?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
}

export interface WebhookWithSecret {
  readonly webhook: WebhookRecord
  readonly secret: string
}

/**
 * Subscribes a url and queues its handshake. A repetition under the same Idempotency-Key answers with the
 * same webhook and its first secret, which is kept sealed.
 */
export function createWebhook(context: Context, input: NewWebhook): Promise<WebhookWithSecret> {
  const { caller, database, idempotencyKey, addressRules } = context
  requireOrganization(caller, input.orgId)
  const accepted: AcceptedWebhook = {
    orgId: input.orgId,
    url: parseTargetUrl(input.url, addressRules),
    events: parseEvents(input.events),
    description: parseDescription(input.description),
  }
  return runIdempotent(
    { database, caller, idempotencyKey, operation: 'webhookCreate', arguments: input },
    {
      create: (remember) => insert(context, accepted, remember),
      replay: (id) => replay(context, Number(id)),
    },
  )
}

interface AcceptedWebhook {
  readonly orgId: number
  readonly url: string
  readonly events: string[] | null
  readonly description: string | null
}

async function insert(
  context: Context,
  accepted: AcceptedWebhook,
  remember: Remember,
): Promise<WebhookWithSecret> {
  const { database, secretBox, deliveries } = context
  const secret = newSigningSecret()
  const id = await database.em().transactional(async (em) => {
    await requireRoom(em, accepted.orgId)
    const now = new Date()
    const { orgId } = accepted
    const webhook = em.create(Webhook, {
      ...accepted,
      createdAt: now,
      updatedAt: now,
      ...newVerificationCode(secretBox, now),
    })
    em.create(WebhookSecret, { webhook, orgId, sealed: secretBox.seal(secret), createdAt: now })
    em.create(Delivery, {
      id: newUuid(),
      webhook,
      orgId,
      event: VERIFICATION_EVENT,
      state: 'pending',
      createdAt: now,
    })
    await em.flush()
    await remember(em, String(webhook.id))
    return webhook.id
  })
  deliveries.wake()
  return { webhook: await read(context, id), secret }
}

/** The lock lets creations of one organization pass one after the other, so that the limit holds. */
async function requireRoom(em: EntityManager, orgId: number): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, ?)', [ORGANIZATION_LOCK, orgId])
  if ((await em.count(Webhook, { orgId })) < WEBHOOKS_MAX) return
  throw new ConflictError(
    `This organization has ${WEBHOOKS_MAX} webhooks already. Delete one first.`,
    {
      limit: WEBHOOKS_MAX,
    },
  )
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
