import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { runIdempotent } from '@takeoff/kit/postgres/idempotency'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Params } from '@takeoff/kit/postgres/statement'
import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'
import { HIDDEN } from '@takeoff/kit/events/audit'
import { auditWebhook } from './audit-webhook.ts'
import { requireLockedWebhook } from './require-webhook.ts'
import { addSecret, replaySecret } from './webhook-secret.ts'
import type { WebhookWithSecret } from './webhook-secret.ts'

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
    throw new BadUserInputError(
      `overlapHours must be from 0 to ${OVERLAP_HOURS_MAX}.`,
      'overlapHours',
    )
  }
  return runIdempotent(context, {
    operation: 'webhookSecretRotate',
    arguments: { id, overlapHours },
    create: (remember) => rotate(context, { id, overlapHours }, remember),
    replay: (secretId) => replaySecret(context, id, Number(secretId)),
  })
}

function rotate(
  context: Context,
  { id, overlapHours }: Rotation,
  remember: Remember,
): Promise<WebhookWithSecret> {
  return context.database.transaction(async (sql) => {
    const webhook = await requireLockedWebhook(sql, context, id)
    await endOlderSecrets(sql, id, overlapHours)
    webhook.updatedAt = new Date()
    const { secret, row } = addSecret(context, sql, webhook)
    await sql.entitiesOf([webhook.orgId]).flush()
    await remember(sql, String(row.id))
    const changes = {
      secret: { before: HIDDEN, after: HIDDEN },
      overlapHours: { before: null, after: overlapHours },
    }
    await auditWebhook(sql, context, { webhook, operation: 'webhookSecretRotate', changes })
    return { webhook, secret }
  })
}

const endSecrets = statement(
  (db, $: Params<{ readonly webhookId: number; readonly overlapHours: number }>) =>
    db
      .with('forgotten', (secrets) =>
        secrets
          .deleteFrom('webhookSecret')
          .where('webhookId', '=', $.webhookId)
          .where('expiresAt', '<=', raw<Date>`now() - interval '24 hours'`),
      )
      .updateTable('webhookSecret')
      .set((eb) => ({
        expiresAt: raw`least(${eb.ref('expiresAt')}, now() + ${$.overlapHours} * interval '1 hour')`,
      }))
      .where('webhookId', '=', $.webhookId)
      .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', raw<Date>`now()`)]))
      .returning('id'),
)

/**
 * Never extends an earlier overlap, but may shorten it. Deletes secrets that ended long ago: a repeated
 * `webhookCreate` needs the first secret only within a day of its creation.
 */
async function endOlderSecrets(sql: Sql, webhookId: number, overlapHours: number): Promise<void> {
  const signing = await sql.rows(endSecrets, { webhookId, overlapHours })
  if (overlapHours > 0 && signing.length >= SIGNING_SECRETS_MAX) {
    throw new ConflictError(
      `${SIGNING_SECRETS_MAX} secrets sign already. Wait until an overlap ends, or rotate with overlapHours: 0.`,
    )
  }
}
