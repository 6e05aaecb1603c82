import { isEmptyDiff } from '../domain/lists/list-diff.ts'
import { itemOf, shownItemChanges, shownListChanges } from '../domain/lists/shown-changes.ts'
import type {
  ListItemDiffResolvers,
  ProductionListDiffResolvers,
  ProductionListRevisionResolvers,
} from './generated.ts'

/** More items would exceed the gateway's limit for one response. */
const ITEMS_MAX = 10_000

export const ProductionListRevision: ProductionListRevisionResolvers = {
  diff: ({ diff, orgId }) => ({ ...diff, orgId }),
}

export const ProductionListDiff: ProductionListDiffResolvers = {
  isEmpty: isEmptyDiff,
  fields: (diff) => shownListChanges(diff).map((change) => ({ ...change, orgId: diff.orgId })),
  itemCount: ({ items }) => items.length,
  items: ({ items, orgId }) => items.slice(0, ITEMS_MAX).map((change) => ({ ...change, orgId })),
  itemOrder: ({ order }) => order ?? null,
}

export const ListItemDiff: ListItemDiffResolvers = {
  // An item that a recompute would add has no id yet.
  changeId: (change) => itemOf(change).id,
  listItemId: (change) => (itemOf(change).id > 0 ? itemOf(change).id : null),
  name: (change) => itemOf(change).name,
  position: (change) => (change.kind === 'changed' ? null : change.position),
  changes: (item) => shownItemChanges(item).map((change) => ({ ...change, orgId: item.orgId })),
}
