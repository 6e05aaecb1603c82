import type { Sql } from '@takeoff/kit/database'
import type { Context } from '../context.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { parseTargetUrl } from '../deliveries/target-url.ts'
import { withdrawDeliveries } from '../deliveries/withdraw-deliveries.ts'
import { requireWebhook } from './require-webhook.ts'
import { requireFewHandshakes } from './resend-verification.ts'
import { startVerification } from './start-verification.ts'
import { parseDescription, parseEvents } from './webhook-input.ts'

/** What is absent stays; `events: null` means all and `description: null` removes it. */
export interface WebhookChange {
  readonly id: number
  readonly url?: string | null | undefined
  readonly events?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
}

/** Changes a webhook. A new url must be verified again, and nothing that waits goes to it unasked. */
export async function updateWebhook(
  context: Context,
  change: WebhookChange,
): Promise<WebhookRecord> {
  const { database, addressRules, deliveries } = context
  const events = change.events === undefined ? undefined : parseEvents(change.events)
  const description =
    change.description === undefined ? undefined : parseDescription(change.description)
  const url = typeof change.url === 'string' ? parseTargetUrl(change.url, addressRules) : undefined

  const webhook = await database.transaction(async (sql) => {
    const current = await requireWebhook(sql, context, change.id)
    await sql.query(
      'update webhook set events = $2, description = $3, updated_at = now() where id = $1',
      [
        current.id,
        events === undefined ? current.events : events,
        description === undefined ? current.description : description,
      ],
    )
    if (url !== undefined && url !== current.url) await changeUrl(sql, context, { current, url })
    return requireWebhook(sql, context, change.id)
  })
  if (url !== undefined && webhook.verifiedAt === null)
    await withdrawDeliveries(database, [webhook.id])
  deliveries.wake()
  return webhook
}

async function changeUrl(
  sql: Sql,
  { secretBox }: Context,
  { current, url }: { readonly current: WebhookRecord; readonly url: string },
): Promise<void> {
  await requireFewHandshakes(sql, current.id)
  await sql.query(
    `update webhook set url = $2, failing_since = null, last_error = null, paused_until = null
     where id = $1`,
    [current.id, url],
  )
  await startVerification(sql, current, secretBox)
}
