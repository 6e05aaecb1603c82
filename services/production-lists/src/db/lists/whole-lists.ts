import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { readSnapshot } from '@takeoff/kit/postgres/snapshot'
import { findItemsByList } from './list-item-reads.ts'
import type { ItemSelection, ListItemRow } from './list-item-reads.ts'
import { findLists } from './production-list-reads.ts'
import type { ProductionListRow } from './production-list-reads.ts'

/** A list with its items, both of the same version. */
export interface WholeListRow extends ProductionListRow {
  readonly items: readonly ListItemRow[]
}

/**
 * Adds the items to lists. A list that has changed since its row was read is read again together with its items;
 * a deleted list is left out. Takes one statement when nothing has changed.
 */
export async function withItems(
  database: Database,
  lists: readonly ProductionListRow[],
  selection: ItemSelection,
): Promise<WholeListRow[]> {
  if (lists.length === 0) return []
  const whole = await join(database, lists, selection)
  const changed = lists.filter(({ id }) => !whole.has(id)).map(({ id }) => id)
  if (changed.length > 0) {
    const again = await database.transaction((sql) => readTogether(sql, changed, selection))
    for (const [id, list] of again) whole.set(id, list)
  }
  return lists.flatMap(({ id }) => whole.get(id) ?? [])
}

/**
 * The same for the order of changes: lists that have changed or were deleted since their row was read are left out. In the
 * place of its old row, a list with its new `updatedAt` would stand before lists that were changed earlier, and a client that
 * continues at the last `updatedAt` that it has read would miss these. The changed list is on a later page.
 */
export async function withItemsOfUnchanged(
  sql: Sql,
  lists: readonly ProductionListRow[],
  selection: ItemSelection,
): Promise<WholeListRow[]> {
  if (lists.length === 0) return []
  const whole = await join(sql, lists, selection)
  return lists.flatMap(({ id }) => whole.get(id) ?? [])
}

/** Both statements see the database as it was when the first one began. */
async function readTogether(
  sql: Sql,
  ids: readonly number[],
  selection: ItemSelection,
): Promise<Map<number, WholeListRow>> {
  await sql.run(readSnapshot, {})
  return join(sql, await findLists(sql, ids, selection.orgIds), selection)
}

/** Without the lists whose items are of another version than the row. */
async function join(
  sql: Sql,
  lists: readonly ProductionListRow[],
  selection: ItemSelection,
): Promise<Map<number, WholeListRow>> {
  const found = await findItemsByList(
    sql,
    lists.map(({ id }) => id),
    selection,
  )
  const whole = new Map<number, WholeListRow>()
  for (const list of lists) {
    const { version, items = [] } = found.get(list.id) ?? {}
    if (version === list.version) whole.set(list.id, { ...list, items })
  }
  return whole
}
