import { isEmptyDiff } from '../domain/lists/list-diff.ts'
import { itemOf, shownItemChanges, shownListChanges } from '../domain/lists/shown-changes.ts'
import type { ListItemDiffResolvers, ProductionListDiffResolvers } from './generated.ts'

/** More items would exceed the gateway's limit for one response. */
const ITEMS_MAX = 10_000

export const ProductionListDiff: ProductionListDiffResolvers = {
  isEmpty: isEmptyDiff,
  fields: shownListChanges,
  itemCount: ({ items }) => items.length,
  items: ({ items }) => items.slice(0, ITEMS_MAX),
  itemOrder: ({ order }) => order ?? null,
}

export const ListItemDiff: ListItemDiffResolvers = {
  // An item that a recompute would add has no id yet.
  listItemId: (change) => (itemOf(change).id > 0 ? itemOf(change).id : null),
  name: (change) => itemOf(change).name,
  position: (change) => (change.kind === 'changed' ? null : change.position),
  changes: shownItemChanges,
}
