import type { Sql } from '@takeoff/kit/database'
import DataLoader from 'dataloader'
import { findJobs } from './job-reads.ts'
import type { JobRow } from './job-reads.ts'
import { findItems, findItemsOfLists } from './list-item-reads.ts'
import type { ListItemRow } from './list-item-reads.ts'
import { findLists } from './production-list-reads.ts'
import type { ProductionListRow } from './production-list-reads.ts'

/** One statement for all keys asked for in one turn, each limited to the caller's organizations. */
export interface Loaders {
  readonly list: DataLoader<number, ProductionListRow | null>
  readonly listItem: DataLoader<number, ListItemRow | null>
  readonly itemsOfList: DataLoader<number, readonly ListItemRow[]>
  readonly job: DataLoader<number, JobRow | null>
}

export function createLoaders(sql: Sql, orgIds: readonly number[]): Loaders {
  return {
    list: byId((ids) => findLists(sql, ids, orgIds)),
    listItem: byId((ids) => findItems(sql, ids, orgIds)),
    itemsOfList: new DataLoader(async (listIds) => {
      const items = Map.groupBy(await findItemsOfLists(sql, listIds, orgIds), (item) => item.listId)
      return listIds.map((listId) => items.get(listId) ?? [])
    }),
    job: byId((ids) => findJobs(sql, ids, orgIds)),
  }
}

function byId<Row extends { readonly id: number }>(
  find: (ids: readonly number[]) => Promise<Row[]>,
): DataLoader<number, Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await find(ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  })
}
