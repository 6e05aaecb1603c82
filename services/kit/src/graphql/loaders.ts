import DataLoader from 'dataloader'

/** Reads rows by their ids, those of an event-loop turn together. Null for an id without a row. */
export function byId<Id, Row extends { readonly id: Id }>(
  find: (ids: readonly Id[]) => Promise<readonly Row[]>,
  options?: DataLoader.Options<Id, Row | null>,
): DataLoader<Id, Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await find(ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  }, options)
}

/** Reads the rows of parents, those of an event-loop turn together. */
export function byParent<Id, Row>(
  find: (parentIds: readonly Id[]) => Promise<readonly Row[]>,
  parentOf: (row: Row) => Id,
): DataLoader<Id, readonly Row[]> {
  return new DataLoader(async (parentIds) => {
    const rows = Map.groupBy(await find(parentIds), parentOf)
    return parentIds.map((id) => rows.get(id) ?? [])
  })
}
