/** The name of the filter. */
export const ORGANIZATION = 'organization'

interface OrganizationParams {
  readonly orgIds: readonly number[]
}

/**
 * Limits every read of an entity to the caller's organizations. `Transaction.entitiesOf` sets them; MikroORM refuses a
 * read before that.
 */
export const organizationFilter = {
  [ORGANIZATION]: {
    name: ORGANIZATION,
    cond: ({ orgIds }: OrganizationParams) => ({ orgId: { $in: [...orgIds] } }),
    default: true,
  },
}
