const RESOURCES = [
  'lists',
  'orders',
  'vendors',
  'connections',
  'prices',
  'templates',
  'brand',
  'webhooks',
  'audit',
] as const

/** A right to read or write one kind of thing in an organization. */
export type Scope = `${(typeof RESOURCES)[number]}:${'read' | 'write'}` | 'orders:submit'

/** Every scope. */
export const SCOPES: readonly Scope[] = [
  ...RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  'orders:submit',
]

/** The scopes before each resource had its own. In the scope claim of a token they cover what they covered. */
export const FORMER_SCOPES = [
  'lists:read',
  'lists:write',
  'orders:read',
  'orders:write',
  'webhooks:manage',
] as const

/** A scope of before each resource had its own. */
export type FormerScope = (typeof FORMER_SCOPES)[number]

/** Scopes by the name of the role that has them. */
export type Roles = Readonly<Record<string, readonly Scope[]>>

/** The roles of an installation that configures none. */
export const DEFAULT_ROLES: Roles = {
  owner: SCOPES,
  estimator: [
    'lists:read',
    'lists:write',
    'templates:read',
    'templates:write',
    'prices:read',
    'prices:write',
    'vendors:read',
    'orders:read',
    'brand:read',
  ],
  purchaser: [
    'lists:read',
    'prices:read',
    'templates:read',
    'orders:read',
    'orders:write',
    'orders:submit',
    'vendors:read',
    'vendors:write',
    'connections:read',
    'brand:read',
  ],
  viewer: ['lists:read', 'orders:read', 'vendors:read', 'templates:read', 'brand:read'],
  integration: [
    'lists:read',
    'prices:read',
    'templates:read',
    'orders:read',
    'orders:write',
    'vendors:read',
    'connections:read',
    'brand:read',
    'webhooks:read',
    'webhooks:write',
  ],
}
