import { auditTargets } from '@takeoff/contracts/audit-record'
import { storableReason } from '@takeoff/contracts/text-violation'
import { uuidCursor } from '@takeoff/kit/graphql/cursor'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { knownWord } from '@takeoff/kit/values/known-word'
import type { Optional } from '@takeoff/kit/values/optional'
import type { AuditFilter } from '../audit/audit-reads.ts'
import type { QueryAuditLogArgs } from './generated.ts'

export const auditCursor = uuidCursor('auditLog')

/**
 * The records that the arguments ask for.
 * @throws BadUserInputError naming the invalid argument
 */
export function auditFilterOf({ orgId, since, actor, target }: QueryAuditLogArgs): AuditFilter {
  const userId = actor?.userId ?? undefined
  // An empty filter is a mistake: it would silently return the records of all.
  if (actor && (userId ?? actor.clientId ?? undefined) === undefined)
    throw new BadUserInputError('actor needs userId, clientId or both.', 'actor')
  return {
    orgId,
    since: since ?? undefined,
    userId,
    type: knownWord('target.type', target?.type, auditTargets),
    clientId: storable('actor.clientId', actor?.clientId),
    targetId: storable('target.id', target?.id),
  }
}

/** PostgreSQL refuses a text that it cannot store. */
function storable(argument: string, text: Optional<string>): string | undefined {
  const reason = storableReason(text ?? '')
  if (reason !== undefined) throw new BadUserInputError(`${argument} ${reason}.`, argument)
  return text ?? undefined
}
