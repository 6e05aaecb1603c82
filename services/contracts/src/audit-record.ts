import { z } from 'zod'
import { parseContract } from './contract-error.ts'
import type { Envelope } from './envelope.ts'
import { integerId, shortText } from './identifiers.ts'
import type { VendorChange } from './vendor-changes.ts'

/** The name of the message, and its routing key. */
export const AUDIT_RECORDED = 'audit.recorded'

/** Maximum fields that one record reports as changed. */
export const AUDIT_CHANGES_MAX = 100

/** The types of things that audited operations change or read. Stored records may have those of another version. */
export const auditTargets = [
  'brand',
  'export',
  'file',
  'organization',
  'price-book',
  'product',
  'template',
  'vendor',
  'webhook',
] as const

export type AuditTarget = (typeof auditTargets)[number]

const changesSchema = z
  .record(shortText, z.object({ before: z.json(), after: z.json() }))
  .refine((changes) => Object.keys(changes).length <= AUDIT_CHANGES_MAX, {
    error: `has more than ${AUDIT_CHANGES_MAX} fields`,
  })

/**
 * Who did what. A message between services like an event, but never sent to subscribers: it has its own queue, and the
 * webhook service appends it to the audit log.
 */
export const auditRecordSchema = z.object({
  id: z.uuidv7().describe('Of the record. A record that is known already is not appended again.'),
  name: z.literal(AUDIT_RECORDED),
  version: z.literal(1).describe('Of the shape of this message.'),
  occurredAt: z.iso.datetime().describe('When it happened, in UTC with milliseconds.'),
  orgId: integerId.describe('The organization whose audit log has the record.'),
  actor: z
    .object({
      userId: integerId.nullable().describe('The user of the token.'),
      clientId: shortText.nullable().describe('The client of the token, if it names one.'),
    })
    .describe('Who did it; both are null for the service itself.'),
  operation: shortText.describe('The mutation, or the address of an export or a download.'),
  target: z.object({ type: shortText, id: shortText }).describe('What it was done to.'),
  changes: changesSchema.describe('What changed, by field. Secrets are hidden.'),
  requestId: z.string().min(1).max(128).nullable().describe('The `x-request-id` of the request.'),
  trace: z
    .string()
    .max(100)
    .nullable()
    .describe('`traceparent` (W3C Trace Context) of the request.'),
  clientAddress: z
    .union([z.ipv4(), z.ipv6()])
    .nullable()
    .describe('The IP address of the client, as the gateway saw it.'),
})

export type AuditRecord = z.infer<typeof auditRecordSchema>
export type AuditChanges = AuditRecord['changes']

/** What an outbox holds and a transport carries. */
export type Message = Envelope | AuditRecord | VendorChange

/**
 * Parses an audit record of another service. Unknown keys are dropped.
 * @throws ContractError naming each violation by its path
 */
export function parseAuditRecord(json: unknown): AuditRecord {
  return parseContract(auditRecordSchema, 'the audit record', json)
}
