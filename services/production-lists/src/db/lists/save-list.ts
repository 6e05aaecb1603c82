import type { Sql } from '@takeoff/kit/postgres/database'
import type { ListState } from '../../domain/lists/list-state.ts'
import { itemColumns, listColumns, rowOf } from './list-columns.ts'

/** A list as it was loaded and as it is to be. */
export interface ListUpdate {
  readonly before: ListState
  readonly after: ListState
  readonly userId: number
  readonly at: Date
}

/** Everything of a list but its items. */
type Head = Omit<ListState, 'items'>

/** Gives real ids to what has none yet: the list (id 0), items (ids below 0). */
export async function withIds(sql: Sql, list: ListState): Promise<ListState> {
  const count = list.items.filter(({ id }) => id < 0).length
  const isNew = list.id === 0
  if (count === 0 && !isNew) return list

  const [row] = await sql.query<{ readonly listId: number; readonly itemIds: number[] }>(
    `select ${isNew ? `nextval('production_list_id_seq')::int` : '$2::int'} as "listId",
       array(select nextval('list_item_id_seq')::int from generate_series(1, $1)) as "itemIds"`,
    isNew ? [count] : [count, list.id],
  )
  const fresh = (row?.itemIds ?? []).values()
  return {
    ...list,
    id: row?.listId ?? list.id,
    items: list.items.map((item) =>
      item.id < 0 ? { ...item, id: fresh.next().value ?? item.id } : item,
    ),
  }
}

/** A new list that has its ids. */
export async function insertList(
  sql: Sql,
  list: ListState,
  { userId, at }: Pick<ListUpdate, 'userId' | 'at'>,
): Promise<void> {
  const row = { ...headRow(list), created_by: userId, created_at: at, updated_at: at }
  await sql.query(
    `insert into production_list
     select * from jsonb_populate_record(null::production_list, $1::jsonb)`,
    [JSON.stringify(row)],
  )
  await saveItems(sql, list, itemRows(list))
}

/** Writes what differs. */
export async function updateList(
  sql: Sql,
  { before, after, userId, at }: ListUpdate,
): Promise<void> {
  const row = {
    ...headRow(after),
    updated_at: at,
    ...(after.soldAt !== before.soldAt && { sold_by: after.soldAt === null ? null : userId }),
  }
  const names = Object.keys(row)
  await sql.query(
    `update production_list l set ${names.map((name) => `${name} = r.${name}`).join(', ')}
     from jsonb_populate_record(null::production_list, $1::jsonb) r
     where l.id = r.id`,
    [JSON.stringify(row)],
  )
  const kept = new Set(after.items.map(({ id }) => id))
  const removed = before.items.map(({ id }) => id).filter((id) => !kept.has(id))
  if (removed.length > 0) {
    await sql.query('delete from list_item where list_id = $1 and id = any($2::int[])', [
      after.id,
      removed,
    ])
  }
  const known = new Set(itemRows(before).map((item) => JSON.stringify(item)))
  await saveItems(
    sql,
    after,
    itemRows(after).filter((item) => !known.has(JSON.stringify(item))),
  )
}

async function saveItems(
  sql: Sql,
  { id, orgId }: Head,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const names = [...Object.values(itemColumns).map(({ name }) => name), 'sort_order']
  const changes = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  await sql.query(
    `insert into list_item (list_id, org_id, ${names.join(', ')})
     select $2, $3, ${names.map((name) => `r.${name}`).join(', ')}
     from jsonb_populate_recordset(null::list_item, $1::jsonb) r
     on conflict (id) do update set ${changes.join(', ')}`,
    [JSON.stringify(rows), id, orgId],
  )
}

function itemRows({ items }: ListState): Record<string, unknown>[] {
  return items.map((item, index) => ({ ...rowOf(item, itemColumns), sort_order: index + 1 }))
}

function headRow(list: ListState): Record<string, unknown> {
  return { ...rowOf<ListState>(list, listColumns), sold_at: list.soldAt }
}
