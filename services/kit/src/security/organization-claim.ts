import { UnauthenticatedError } from '../values/errors.ts'
import { parseIntegerId } from '../values/ids.ts'
import { isJsonObject } from '../values/json.ts'
import { SCOPES } from '../values/scopes.ts'
import type { Roles } from '../values/scopes.ts'
import type { Rights } from './access.ts'

/** Every statement carries the organizations of its caller. */
export const ORGANIZATIONS_MAX = 1_000

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

/** One organization of a claim, and its roles and scopes; undefined for one that the scope claim is for. */
type Entry = readonly [orgId: string, words: readonly string[] | undefined]

/**
 * Reads the claim of a token's organizations: `{"1": ["estimator"], "2": "viewer"}`, or a list of ids with or without
 * a role or scope behind a colon: `["1:estimator", "2:viewer"]`, `[1, 2]`, `"1 2"`. Words that are neither a role nor a
 * scope give no right.
 * @throws UnauthenticatedError for more organizations than a request can be limited to
 */
export function readOrganizations(
  claim: unknown,
  roles: Roles,
): Pick<Rights, 'orgIds'> & Required<Pick<Rights, 'granted'>> {
  const entries = isJsonObject(claim)
    ? Object.entries(claim).map(entryOf)
    : claimWords(claim).map(split)
  const words = new Map<number, readonly string[] | undefined>()
  for (const [text, ofEntry] of entries) {
    const orgId = parseIntegerId(text)
    if (orgId === undefined) continue
    const earlier = words.get(orgId)
    words.set(orgId, ofEntry === undefined ? earlier : [...(earlier ?? []), ...ofEntry])
  }
  if (words.size > ORGANIZATIONS_MAX) {
    throw new UnauthenticatedError(
      `The access token names ${words.size} organizations. At most ${ORGANIZATIONS_MAX} are accepted: get a token for fewer from your issuer.`,
    )
  }
  const granted = new Map<number, ReadonlySet<string>>()
  for (const [orgId, ofOrganization] of words) {
    if (ofOrganization !== undefined) granted.set(orgId, scopesOf(ofOrganization, roles))
  }
  return { orgIds: [...words.keys()], granted }
}

/** A claim may be one value, a list of them, or one text with spaces between them. */
export function claimWords(claim: unknown): string[] {
  return [claim]
    .flat()
    .flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? String(value).split(' ') : [],
    )
}

function entryOf([orgId, value]: readonly [string, unknown]): Entry {
  return [orgId, claimWords(value)]
}

/** `1:lists:read` is the scope lists:read in organization 1. */
function split(text: string): Entry {
  const colon = text.indexOf(':')
  return colon === -1 ? [text, undefined] : [text.slice(0, colon), [text.slice(colon + 1)]]
}

function scopesOf(words: readonly string[], roles: Roles): ReadonlySet<string> {
  return new Set(
    words.flatMap((word): readonly string[] => {
      if (Object.hasOwn(roles, word)) return roles[word] ?? []
      return KNOWN.has(word) ? [word] : []
    }),
  )
}
