import type { ItemDiff, ListDiff } from '../domain/lists/list-diff.ts'

/** A diff of a list of the organization: whether its costs are shown depends on the organization. */
export type OrganizationDiff = ListDiff & { readonly orgId: number }

/** An item of such a diff. */
export type OrganizationItemDiff = ItemDiff & { readonly orgId: number }
