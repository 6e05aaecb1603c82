import type { Need } from '@takeoff/kit/security/access'
import { expiredServiceToken, serviceToken } from '@takeoff/kit/testing/service-token'
import { DEFAULT_ROLES } from '@takeoff/kit/values/scopes'
import { ALL_SCOPES } from '../../../support/organization.ts'
import { sharedDevEnv } from '../dev-env.ts'
import type { OfficeScene } from '../office-document.ts'
import { subgraphs } from './refusal-targets.ts'
import type { Credentials, Target } from './refusal-targets.ts'
import type { Subgraph } from '../whole-operation.ts'

/** The organizations of a refused request. */
export interface Parties {
  /** Whose data it is about. */
  readonly victim: OfficeScene
  /** Where the attacker has every scope. */
  readonly own: OfficeScene
}

/** The kinds of credentials that do not suffice. */
export const kinds = [
  'no token',
  'expired',
  'wrong audience',
  'ID token',
  'missing scope',
  'other organization',
  'role in another organization',
  'service token replayed',
  'viewer',
] as const
export type Kind = (typeof kinds)[number]

/** How a request is refused: with 401, with 403 of the service itself, with FORBIDDEN, or as if there were no data. */
export type Refusal = 'UNAUTHENTICATED' | 'NO_SERVICE' | 'FORBIDDEN' | 'NOTHING'

/** Credentials that do not suffice for a target. */
export interface Column {
  readonly kind: Kind
  readonly name: string
  readonly refusal: Refusal
  /** That is called without the gateway. */
  readonly subgraph?: Subgraph
  /** The scope that the error names. */
  readonly scope?: string
  readonly credentials: (parties: Parties) => Promise<Credentials>
}

const devEnv = sharedDevEnv()
const VIEWER: ReadonlySet<string> = new Set(DEFAULT_ROLES['viewer'])

/** Whether the role viewer permits the target. */
export const isForViewers = ({ needs }: Target): boolean =>
  needs.every(({ scope }) => VIEWER.has(scope))

const everywhere: readonly Column[] = [
  {
    kind: 'no token',
    name: 'without a token',
    refusal: 'UNAUTHENTICATED',
    credentials: () => Promise.resolve({ token: undefined }),
  },
  {
    kind: 'expired',
    name: 'with an expired token',
    refusal: 'UNAUTHENTICATED',
    credentials: ({ victim }) => asToken(victim.organization.tokenWith(ALL_SCOPES, -60)),
  },
  {
    kind: 'wrong audience',
    name: 'with a token for another API',
    refusal: 'UNAUTHENTICATED',
    credentials: ({ victim }) => ofAudience(victim, 'another-api'),
  },
  {
    kind: 'ID token',
    name: 'with the ID token of a client',
    refusal: 'UNAUTHENTICATED',
    credentials: ({ victim }) => ofAudience(victim, 'takeoff-app'),
  },
]

/** Not for what is the same for all organizations. */
const ofOrganizations: readonly Column[] = [
  {
    kind: 'other organization',
    name: 'from another organization',
    refusal: 'NOTHING',
    credentials: ({ own }) => Promise.resolve({ token: own.token }),
  },
  {
    kind: 'role in another organization',
    name: 'with every scope in another organization, and no role in this one',
    refusal: 'NOTHING',
    credentials: ({ own, victim }) =>
      asToken(own.organization.tokenAs(ALL_SCOPES, { [victim.orgId]: [] })),
  },
]

/** The columns of the matrix for a target. */
export function columnsOf(target: Target): readonly Column[] {
  const { needs, isShared, subgraph, row } = target
  const replayed = subgraph === undefined ? [] : replays(subgraph)
  // Behind the gateway's service token the same code decides as through the gateway.
  if (subgraph !== undefined && row.includes('.')) return [...everywhere, ...replayed]
  return [
    ...everywhere,
    ...(needs.length === 0 ? [] : withoutScopes),
    ...needs.map(withoutScope),
    ...heldElsewhere(target),
    ...(isShared ? [] : ofOrganizations),
    ...(isForViewers(target) ? [] : [asViewer]),
    ...(isForViewers(target) || isShared ? [] : [asOwnerElsewhere]),
    ...replayed,
  ]
}

const withoutScopes: readonly Column[] = [
  {
    kind: 'missing scope',
    name: 'with organizations alone, without a scope',
    refusal: 'FORBIDDEN',
    credentials: ({ victim }) => asToken(victim.organization.tokenWith([])),
  },
  {
    kind: 'missing scope',
    name: 'for an owner whose client has another scope',
    refusal: 'FORBIDDEN',
    credentials: ({ victim: { orgId, organization } }) =>
      asToken(
        devEnv.mintToken({
          userId: organization.userId,
          orgIds: { [orgId]: ['owner'] },
          scopes: ['audit:write'],
        }),
      ),
  },
]

const asViewer: Column = {
  kind: 'viewer',
  name: 'for a viewer',
  refusal: 'FORBIDDEN',
  credentials: ({ victim }) => asToken(victim.organization.tokenAs(['viewer'])),
}

const asOwnerElsewhere: Column = {
  kind: 'role in another organization',
  name: 'for a viewer who owns another organization',
  refusal: 'NOTHING',
  credentials: ({ own, victim }) =>
    asToken(victim.organization.tokenAs(['viewer'], { [own.orgId]: ['owner'] })),
}

function withoutScope({ scope }: Need): Column {
  return {
    kind: 'missing scope',
    name: `without the scope ${scope}`,
    refusal: 'FORBIDDEN',
    scope,
    credentials: ({ victim }) =>
      asToken(victim.organization.tokenAs(ALL_SCOPES.filter((other) => other !== scope))),
  }
}

/** The field is read through an operation that is permitted, with its own scope in another organization only. */
function heldElsewhere({ needs, fieldNeeds = [] }: Target): Column[] {
  const ofOperation = new Set(needs.slice(0, -fieldNeeds.length).map(({ scope }) => scope))
  return fieldNeeds
    .map(({ scope }) => scope)
    .filter((scope) => !ofOperation.has(scope))
    .map((scope) => ({
      kind: 'missing scope',
      name: `with the scope ${scope} in another organization only`,
      refusal: 'FORBIDDEN',
      scope,
      credentials: ({ own, victim }) =>
        asToken(
          victim.organization.tokenAs(
            ALL_SCOPES.filter((other) => other !== scope),
            { [own.orgId]: ['owner'] },
          ),
        ),
    }))
}

/** Service tokens that are not for calls of the subgraph, with the token of the owner. */
function replays(subgraph: Subgraph): Column[] {
  const other = subgraphs[(subgraphs.indexOf(subgraph) + 1) % subgraphs.length] ?? subgraph
  const secrets = devEnv.serviceSecrets
  const tokens: readonly (readonly [string, () => Promise<string>])[] = [
    ['without a service token', () => Promise.resolve('')],
    ['with the secret in place of a service token', () => Promise.resolve(secrets[subgraph])],
    [`with a service token for ${other}`, () => serviceToken(other, secrets[other])],
    [
      `with a service token for ${other}, signed with the right secret`,
      () => serviceToken(other, secrets[subgraph]),
    ],
    [
      `with a service token that is signed with the secret of ${other}`,
      () => serviceToken(subgraph, secrets[other]),
    ],
    ['with an expired service token', () => expiredServiceToken(subgraph, secrets[subgraph])],
  ]
  return tokens.map(([name, make]) => ({
    kind: 'service token replayed',
    name,
    subgraph,
    refusal: 'NO_SERVICE',
    credentials: async ({ victim }) => ({ token: victim.token, service: await make() }),
  }))
}

function ofAudience({ orgId, organization }: OfficeScene, audience: string): Promise<Credentials> {
  const { userId } = organization
  return asToken(devEnv.mintToken({ userId, orgIds: [orgId], scopes: ALL_SCOPES, audience }))
}

async function asToken(token: Promise<string>): Promise<Credentials> {
  return { token: await token }
}
