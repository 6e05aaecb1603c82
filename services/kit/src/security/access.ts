import { ForbiddenError } from '../values/errors.ts'
import { FORMER_SCOPES, SCOPES } from '../values/scopes.ts'
import type { FormerScope, Scope } from '../values/scopes.ts'

/** The scopes of a caller in one organization: what `Caller` says of them. */
export interface Rights {
  readonly orgIds: readonly number[]
  /** Of the token. They hold in every organization without scopes of its own, and limit those that have some. */
  readonly scopes: ReadonlySet<string>
  /** By the organizations for which the token names roles or scopes. */
  readonly granted?: ReadonlyMap<number, ReadonlySet<string>>
  /** The organizations in which the current operation is not permitted, and the scope that is missing. */
  readonly refused?: ReadonlyMap<number, Scope>
}

/** A scope that something needs, and the former scopes that also cover it in the scope claim of a token. */
export interface Need {
  readonly scope: Scope
  readonly formerly: readonly FormerScope[]
}

const KNOWN: ReadonlySet<string> = new Set([...SCOPES, ...FORMER_SCOPES])

/** Whether the caller has the scope in one of its organizations. */
function hasScope(caller: Rights, orgId: number, need: Need): boolean {
  const granted = caller.granted?.get(orgId)
  if (granted === undefined) return isInScope(caller, need)
  return granted.has(need.scope) && (caller.scopes.has(need.scope) || !isLimited(caller))
}

function isInScope({ scopes }: Rights, { scope, formerly }: Need): boolean {
  return scopes.has(scope) || formerly.some((former) => scopes.has(former))
}

/** A token with scopes of ours was given to a client for these only, whatever roles its user has. */
function isLimited({ scopes }: Rights): boolean {
  return [...scopes].some((scope) => KNOWN.has(scope))
}

/** The scopes of the needs that the caller has in an organization. */
export function scopesIn(caller: Rights, orgId: number, needs: readonly Need[]): readonly Scope[] {
  const held = needs.filter((need) => hasScope(caller, orgId, need))
  return [...new Set(held.map(({ scope }) => scope))]
}

/**
 * The caller with only those organizations in which everything needed is permitted. What it does is limited to
 * them by the statements, as it always is to the caller's organizations.
 * @throws ForbiddenError when there is none
 */
export function permitted<C extends Rights>(caller: C, needs: readonly Need[]): C {
  const lacks = (orgId: number): Need | undefined =>
    needs.find((need) => !hasScope(caller, orgId, need))
  const orgIds = caller.orgIds.filter((orgId) => lacks(orgId) === undefined)
  if (orgIds.length === 0) {
    const missing =
      needs.find((need) => !isPermittedAnywhere(caller, need)) ?? caller.orgIds.map(lacks)[0]
    if (missing !== undefined) throw missingScope(caller, missing)
  }
  const others = new Map(
    caller.orgIds.flatMap((orgId) => {
      const need = lacks(orgId)
      return need === undefined ? [] : [[orgId, need.scope] as const]
    }),
  )
  return others.size === 0 ? caller : { ...caller, orgIds, refused: others }
}

/** A caller without an organization finds nothing, but needs the scope of its request. */
function isPermittedAnywhere(caller: Rights, need: Need): boolean {
  return caller.orgIds.length === 0
    ? isInScope(caller, need)
    : caller.orgIds.some((orgId) => hasScope(caller, orgId, need))
}

function missingScope({ granted, orgIds }: Rights, { scope, formerly }: Need): ForbiddenError {
  const organizations = orgIds.map((orgId) => granted?.get(orgId))
  // Former scopes cover it only where the token names no roles.
  const isWithoutRoles = organizations.length === 0 || organizations.includes(undefined)
  if (!isWithoutRoles && organizations.every((rights) => !rights?.has(scope)))
    return new ForbiddenError(`This needs the scope ${scope} in an organization of the token.`)
  const others = isWithoutRoles ? formerly.filter((former) => former !== scope) : []
  return new ForbiddenError(`This needs a token with the scope ${[scope, ...others].join(' or ')}.`)
}

/** @throws ForbiddenError unless the organization is one of those in which the operation is permitted */
export function requireOrganization({ orgIds, refused }: Rights, orgId: number): void {
  if (orgIds.includes(orgId)) return
  const scope = refused?.get(orgId)
  throw new ForbiddenError(
    scope === undefined
      ? `The token gives no access to organization ${orgId}. Give the id of one of its organizations, or get a token for this one.`
      : `This needs the scope ${scope} in organization ${orgId}.`,
  )
}

const hiddenByCaller = new WeakMap<Rights, Map<Need, ReadonlySet<number>>>()
const NONE: ReadonlySet<number> = new Set()

/**
 * Whether a value of an organization is hidden from the caller. A value whose organization is not known is hidden
 * as soon as the caller lacks the scope in one of its organizations.
 */
export function isHidden(caller: Rights, orgId: number | undefined, need: Need): boolean {
  const hidden = hiddenIn(caller, need)
  return hidden.size > 0 && (orgId === undefined || hidden.has(orgId))
}

/** Determined once for each caller: a wide response checks thousands of values. */
function hiddenIn(caller: Rights, need: Need): ReadonlySet<number> {
  const known = hiddenByCaller.get(caller)?.get(need)
  if (known !== undefined) return known
  const found = caller.orgIds.filter((id) => !hasScope(caller, id, need))
  const hidden = found.length === 0 ? NONE : new Set(found)
  const ofCaller = hiddenByCaller.get(caller) ?? new Map<Need, ReadonlySet<number>>()
  hiddenByCaller.set(caller, ofCaller.set(need, hidden))
  return hidden
}
