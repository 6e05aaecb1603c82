import type { Sql } from '@takeoff/kit/postgres/database'
import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { newSigningSecret } from '../messages/signing.ts'
import type { WebhookWithSecret } from './create-webhook.ts'
import { insertSecret } from './insert-secret.ts'
import { requireWebhook } from './require-webhook.ts'

const OVERLAP_HOURS_MAX = 168
/** Each secret adds a signature to the header, and receivers limit the length of headers. */
const SIGNING_SECRETS_MAX = 5

export interface Rotation {
  readonly id: number
  /** Hours during which the older secrets still sign. */
  readonly overlapHours: number
}

/** Adds a secret that signs from now on, beside the older ones until their overlap ends. */
export function rotateSecret(
  context: Context,
  { id, overlapHours }: Rotation,
): Promise<WebhookWithSecret> {
  if (overlapHours < 0 || overlapHours > OVERLAP_HOURS_MAX) {
    throw new BadUserInputError(`overlapHours must be 0 to ${OVERLAP_HOURS_MAX}.`, 'overlapHours')
  }
  const secret = newSigningSecret()
  return context.database.transaction(async (sql) => {
    const webhook = await requireWebhook(sql, context, id)
    await endOlderSecrets(sql, id, overlapHours)
    const sealed = context.secretBox.seal(secret)
    await insertSecret(sql, { webhookId: id, orgId: webhook.orgId, sealed })
    await sql.query('update webhook set updated_at = now() where id = $1', [id])
    return { webhook: await requireWebhook(sql, context, id), secret }
  })
}

/**
 * Never extends an earlier overlap, but may shorten it. Deletes secrets that ended long ago: a repeated
 * `webhookCreate` needs the first secret only within a day of its creation.
 */
async function endOlderSecrets(sql: Sql, id: number, overlapHours: number): Promise<void> {
  const signing = await sql.query<{ id: number }>(
    `with forgotten as (
       delete from webhook_secret where webhook_id = $1 and expires_at <= now() - interval '24 hours'
     )
     update webhook_secret
     set expires_at = least(expires_at, now() + $2 * interval '1 hour')
     where webhook_id = $1 and (expires_at is null or expires_at > now())
     returning id`,
    [id, overlapHours],
  )
  if (overlapHours > 0 && signing.length >= SIGNING_SECRETS_MAX) {
    throw new ConflictError(
      `${SIGNING_SECRETS_MAX} secrets sign already. Wait until an overlap ends, or rotate with overlapHours: 0.`,
    )
  }
}
