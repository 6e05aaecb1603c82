import type { DiffableItem, DiffableList } from './list-diff.ts'
import type { ItemState, ListState } from './list-state.ts'

/** The part of a list that revisions record: everything that can change. */
export function diffableList(list: ListState): DiffableList {
  const { id: _, orgId, jobId, salesOpportunityId, version, items, ...fields } = list
  return { fields, items: items as readonly (ItemState & DiffableItem)[] }
}
