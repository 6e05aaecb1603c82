import type { Caller } from '@takeoff/kit/security/auth'

/**
 * The key of callers that share a budget and turns. It is their organization, or all of them for tokens with several,
 * which must not use up the budget of one. For tokens without organizations it is the user, because a user can have
 * many tokens.
 */
export function ownerOf({ orgIds, userId }: Caller): string {
  const ids = [...new Set(orgIds)].sort((a, b) => a - b)
  return ids.length === 0 ? `u:${userId}` : ids.join()
}
