import type { DiffableItem, DiffableList } from './list-diff.ts'
import type { ItemState, ListState } from './list-state.ts'

/** What of a list a revision speaks of: all that can change. */
export function diffableList(list: ListState): DiffableList {
  const { id: _, orgId, jobId, salesOpportunityId, version, items, ...fields } = list
  return { fields, items: items as readonly (ItemState & DiffableItem)[] }
}
