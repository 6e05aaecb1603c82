import type { AuditChanges } from '@takeoff/contracts/audit-record'
import { changesOf } from '@takeoff/kit/events/audit'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { appendAudit } from '../audit/append-records.ts'
import type { Context } from '../context.ts'
import type { Webhook } from '../db/webhook.ts'

/** Appends an operation on a webhook to the audit log, in the transaction of the operation. */
export function auditWebhook(
  sql: Transaction,
  context: Context,
  { webhook, operation, changes }: AuditedWebhook,
): Promise<void> {
  const { id, orgId } = webhook
  const target = { type: 'webhook' as const, id }
  return appendAudit(sql, context, {
    orgId,
    operation,
    target,
    ...(changes !== undefined && { changes }),
  })
}

interface AuditedWebhook {
  readonly webhook: { readonly id: number; readonly orgId: number }
  readonly operation: string
  readonly changes?: AuditChanges
}

/** What a client sets of a webhook, as it is stored. */
export type WebhookSettings = Pick<
  Webhook,
  'url' | 'events' | 'description' | 'rateLimit' | 'ordered' | 'headerNames' | 'sealedHeaders'
>

/** The settings that differ. Of a URL only the origin is shown, because its path may hold a secret. */
export function settingsChanges(
  before: Readonly<WebhookSettings> | undefined,
  after: Partial<WebhookSettings>,
): AuditChanges {
  const { url, ...changes } = changesOf(before, after, ['sealedHeaders'])
  if (url === undefined) return changes
  return { ...changes, url: { before: originOf(url.before), after: originOf(url.after) } }
}

function originOf(url: unknown): string | null {
  return typeof url === 'string' ? `${new URL(url).origin}/…` : null
}
