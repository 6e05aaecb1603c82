import type { FullListFragment, ListLineFragment } from '../../../generated/operations.ts'

/** A line of a list with the values that drafts look at. */
export const lineOf = (id: number, values: Partial<ListLineFragment> = {}): ListLineFragment =>
  ({
    id,
    name: `Item ${id}`,
    quantity: 1,
    color: null,
    vendor: null,
    ...values,
  }) as ListLineFragment

export const listOf = (
  version: number,
  listItems: readonly ListLineFragment[],
  name = 'Roof',
): FullListFragment =>
  ({ version, name, totalDiscount: 0, listItems }) as unknown as FullListFragment
