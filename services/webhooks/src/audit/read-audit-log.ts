import { auditTargets } from '@takeoff/contracts/audit-record'
import { storableReason } from '@takeoff/contracts/text-violation'
import { requireOrganization } from '@takeoff/kit/security/access'
import { uuidCursor } from '@takeoff/kit/graphql/cursor'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection, PageArguments } from '@takeoff/kit/graphql/page'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Caller } from '@takeoff/kit/security/auth'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { knownWord } from '@takeoff/kit/values/known-word'
import { findAuditPage } from './audit-reads.ts'
import type { AuditFilter, AuditLogRecord } from './audit-reads.ts'

interface AuditLogArguments extends PageArguments {
  readonly orgId: number
  readonly since?: Date | null | undefined
  readonly actor?: AuditFilter['actor']
  readonly target?: AuditFilter['target']
}

const cursor = uuidCursor('auditLog')

/** One page of the audit log of an organization, newest first. */
export async function readAuditLog(
  { caller, database }: { readonly caller: Caller; readonly database: Sql },
  { orgId, since, actor, target, ...rest }: AuditLogArguments,
): Promise<Connection<AuditLogRecord>> {
  requireOrganization(caller, orgId)
  requireOneActor(actor)
  if (target) knownWord('target.type', target.type, auditTargets)
  requireStorable('actor.clientId', actor?.clientId)
  requireStorable('target.id', target?.id)
  const page = parsePage(rest, cursor)
  const filter = { orgId, since: since ?? undefined, actor, target }
  return connectionOf(await findAuditPage(database, filter, page), page.first, cursor)
}

/** PostgreSQL refuses a text that it cannot store. */
function requireStorable(argument: string, text: string | null | undefined): void {
  const reason = storableReason(text ?? '')
  if (reason !== undefined) throw new BadUserInputError(`${argument} ${reason}.`, argument)
}

/** An empty filter is a mistake: it would silently return the records of all. */
function requireOneActor(actor: AuditFilter['actor']): void {
  if (actor === null || actor === undefined) return
  if ((actor.userId ?? actor.clientId ?? undefined) !== undefined) return
  throw new BadUserInputError('actor needs userId, clientId or both.', 'actor')
}
