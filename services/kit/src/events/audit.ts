import { isDeepStrictEqual } from 'node:util'
import {
  AUDIT_CHANGES_MAX,
  AUDIT_RECORDED,
  parseAuditRecord,
} from '@takeoff/contracts/audit-record'
import type { AuditChanges, AuditRecord, AuditTarget } from '@takeoff/contracts/audit-record'
import type { FastifyRequest } from 'fastify'
import { clientAddressOf } from '../http/client-address.ts'
import { headerOf } from '../http/header.ts'
import { insertOutbox } from './outbox.ts'
import type { Transaction } from '../postgres/sql.ts'
import type { Caller } from '../security/auth.ts'
import { newUuid } from '../values/ids.ts'

/** Maximum characters of a value, as JSON; of a longer one the record has the beginning. */
const VALUE_LENGTH_MAX = 1_000

/** Stands for a secret: a record shows that it changed, and nothing of it. */
export const HIDDEN = '[hidden]'

/** The caller of an operation, and its request. */
export interface AuditContext {
  /** Undefined for the service itself. */
  readonly caller?: Pick<Caller, 'userId' | 'clientId'> | undefined
  readonly requestId?: string | undefined
  readonly traceparent?: string | undefined
  readonly clientAddress?: string | undefined
}

/** An operation that the audit log records. */
export interface AuditedOperation {
  readonly orgId: number
  /** The mutation, or the address of an export or a download. */
  readonly operation: string
  readonly target: { readonly type: AuditTarget; readonly id: string | number }
  /** Left out where no field changes, as for an export. An operation that could change fields and did not is no change. */
  readonly changes?: AuditChanges
}

/** The context of a request to a route that requires the service secret. */
export function auditContextOf(
  request: Pick<FastifyRequest, 'id' | 'headers'>,
  caller: Caller,
): AuditContext {
  return {
    caller,
    requestId: request.id,
    traceparent: headerOf(request, 'traceparent'),
    clientAddress: clientAddressOf(request),
  }
}

/** Whether an operation has a record: one that changed no field has none. */
export function isAudited({ changes }: AuditedOperation): boolean {
  return changes === undefined || Object.keys(changes).length > 0
}

/**
 * Puts an audit record into the outbox: it reaches the audit log if and only if the transaction commits. To be called
 * in the transaction of the change.
 */
export async function insertAudit(
  sql: Transaction,
  context: AuditContext,
  operation: AuditedOperation,
): Promise<void> {
  if (isAudited(operation)) await insertOutbox(sql, createAuditRecord(context, operation))
}

/** An audit record; it is checked against the contract before anything is written. */
export function createAuditRecord(
  { caller, requestId, traceparent, clientAddress }: AuditContext,
  { target, changes = {}, ...operation }: AuditedOperation,
): AuditRecord {
  const now = new Date()
  return parseAuditRecord({
    id: newUuid(now),
    name: AUDIT_RECORDED,
    version: 1,
    occurredAt: now.toISOString(),
    actor: { userId: caller?.userId ?? null, clientId: caller?.clientId ?? null },
    ...operation,
    target: { type: target.type, id: String(target.id) },
    changes,
    requestId: requestId ?? null,
    trace: traceparent?.slice(0, 100) ?? null,
    clientAddress: clientAddress ?? null,
  })
}

/**
 * The fields whose values differ. Times are texts, long values are cut, and bytes are never shown.
 * @param before undefined for something new: all fields of `after` that are not null
 * @param after only its fields are compared
 * @param hidden fields whose values are secret
 */
export function changesOf<Fields extends object>(
  before: NoInfer<Readonly<Partial<Record<keyof Fields, unknown>>>> | undefined,
  after: Readonly<Fields>,
  hidden: readonly (keyof Fields & string)[] = [],
): AuditChanges {
  const changed = Object.entries(after)
    .map(
      ([field, value]) => [field, before?.[field as keyof Fields] ?? null, value ?? null] as const,
    )
    .filter(([, from, to]) => !isDeepStrictEqual(from, to))
    .slice(0, AUDIT_CHANGES_MAX)
  return Object.fromEntries(
    changed.map(([field, from, to]) => {
      const shown = hidden.some((name) => name === field) ? hide : jsonOf
      return [field, { before: shown(from), after: shown(to) }]
    }),
  )
}

function hide(value: unknown): string | null {
  return value === null ? null : HIDDEN
}

function jsonOf(value: unknown): AuditChanges[string]['after'] {
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  const text = JSON.stringify(value)
  if (text.length <= VALUE_LENGTH_MAX) return JSON.parse(text) as AuditChanges[string]['after']
  return `${(typeof value === 'string' ? value : text).slice(0, VALUE_LENGTH_MAX).toWellFormed()}…`
}
