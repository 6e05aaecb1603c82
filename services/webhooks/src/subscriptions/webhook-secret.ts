import { sql as raw } from 'kysely'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { sealedPlace, WebhookSecret } from '../db/webhook.ts'
import type { Webhook } from '../db/webhook.ts'
import { newSigningSecret } from '../messages/signing.ts'
import { requireWebhook, unknownWebhook } from './require-webhook.ts'

export interface WebhookWithSecret {
  readonly webhook: WebhookRecord
  readonly secret: string
}

/** Adds a secret that signs the deliveries of a webhook from its `updatedAt` on, which the caller has set to now. The caller flushes. */
export function addSecret(
  { secretBox }: Pick<Context, 'secretBox'>,
  sql: Transaction,
  webhook: Webhook,
): { readonly secret: string; readonly row: WebhookSecret } {
  const secret = newSigningSecret()
  const row = sql.entitiesOf([webhook.orgId]).create(WebhookSecret, {
    webhook,
    orgId: webhook.orgId,
    sealed: secretBox.seal(secret, sealedPlace('webhook_secret.sealed', webhook)),
    createdAt: webhook.updatedAt,
  })
  return { secret, row }
}

interface SecretKey {
  readonly webhookId: number
  readonly orgIds: readonly number[]
  /** Without it the first secret of the webhook. */
  readonly secretId: number | null
}

const selectSecret = statement((db, $: Params<SecretKey>) =>
  db
    .selectFrom('webhookSecret')
    .where('webhookId', '=', $.webhookId)
    .where((eb) => eb('orgId', '=', eb.fn.any($.orgIds)))
    .where((eb) => eb('id', '=', raw<number>`coalesce(${$.secretId}::int, ${eb.ref('id')})`))
    .orderBy('id')
    .limit(1)
    .select('sealed'),
)

/**
 * The response of a repeated mutation.
 * @param secretId of the secret that the mutation made; without it, the first secret of the webhook
 * @throws NotFoundError when the webhook or the secret was deleted
 */
export async function replaySecret(
  context: Context,
  webhookId: number,
  secretId: number | null = null,
): Promise<WebhookWithSecret> {
  const { database, caller, secretBox } = context
  const { orgIds } = caller
  const found = await database.row(selectSecret, { webhookId, orgIds, secretId })
  if (found === undefined) throw unknownWebhook()
  const webhook = await requireWebhook(context, webhookId)
  const place = sealedPlace('webhook_secret.sealed', webhook)
  return { webhook, secret: secretBox.open(found.sealed, place) }
}
