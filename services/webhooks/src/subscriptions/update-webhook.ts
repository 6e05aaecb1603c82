import type { Sql } from '@takeoff/kit/postgres/database'
import type { Context } from '../context.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import type { CustomHeader } from '../deliveries/send/custom-headers.ts'
import { parseTargetUrl } from '../deliveries/addresses/target-url.ts'
import { cancelDeliveries } from '../deliveries/cancel/cancel-deliveries.ts'
import { releaseParked } from './release-parked.ts'
import { requireWebhook } from './require-webhook.ts'
import { requireFewHandshakes } from './resend-verification.ts'
import { startVerification } from './start-verification.ts'
import { parseDescription, parseEvents, parseHeaders, parseRateLimit } from './webhook-input.ts'
import type { KeptHeaders } from './webhook-input.ts'

/** Absent fields stay unchanged; null means all events, and no description, headers or limit. */
export interface WebhookChange {
  readonly id: number
  readonly url?: string | null | undefined
  readonly events?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
  readonly headers?: readonly CustomHeader[] | null | undefined
  readonly rateLimit?: number | null | undefined
  readonly ordered?: boolean | null | undefined
}

/** Changes a webhook. A new URL must be verified again, and receives no deliveries that are already waiting. */
export async function updateWebhook(
  context: Context,
  change: WebhookChange,
): Promise<WebhookRecord> {
  const { database, deliveries } = context
  const accepted = acceptChange(context, change)
  const { before, after } = await database.transaction(async (sql) => {
    const current = await requireWebhook(sql, context, change.id)
    await writeChange(sql, current, accepted)
    const { url = current.url } = accepted
    if (url !== current.url) await changeUrl(sql, context, { current, url })
    return { before: current, after: await requireWebhook(sql, context, change.id) }
  })
  if (after.url !== before.url) await cancelDeliveries(database, [after.id])
  if (before.ordered && !after.ordered) await releaseParked(database, after.id)
  deliveries.wake()
  return after
}

interface AcceptedChange {
  readonly url: string | undefined
  readonly events: readonly string[] | null | undefined
  readonly description: string | null | undefined
  readonly headers: KeptHeaders | undefined
  readonly rateLimit: number | null | undefined
  readonly ordered: boolean | undefined
}

function acceptChange(
  { addressRules, secretBox }: Context,
  { url, events, description, headers, rateLimit, ordered }: WebhookChange,
): AcceptedChange {
  return {
    url: typeof url === 'string' ? parseTargetUrl(url, addressRules) : undefined,
    events: events === undefined ? undefined : parseEvents(events),
    description: description === undefined ? undefined : parseDescription(description),
    headers: headers === undefined ? undefined : parseHeaders(headers, secretBox),
    rateLimit: rateLimit === undefined ? undefined : parseRateLimit(rateLimit),
    ordered: ordered ?? undefined,
  }
}

/** Without new headers the encrypted ones stay: they are not decrypted to be written again. */
async function writeChange(
  sql: Sql,
  current: WebhookRecord,
  { events, description, headers, rateLimit, ordered }: AcceptedChange,
): Promise<void> {
  await sql.query(
    `update webhook
     set events = $2, description = $3, rate_limit = $4, ordered = $5,
       header_names = case when $6 then $7::text[] else header_names end,
       sealed_headers = case when $6 then $8 else sealed_headers end, updated_at = now()
     where id = $1`,
    [
      current.id,
      events === undefined ? current.events : events,
      description === undefined ? current.description : description,
      rateLimit === undefined ? current.rateLimit : rateLimit,
      ordered ?? current.ordered,
      headers !== undefined,
      headers?.headerNames ?? [],
      headers?.sealedHeaders ?? null,
    ],
  )
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
