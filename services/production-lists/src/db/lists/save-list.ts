import { sql as raw } from 'kysely'
import type { Insertable } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import { int4, int4Array, nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import type { ListState } from '../../domain/lists/list-state.ts'
import { insertRows, plainStatement, statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'
import { byColumn } from '../columns.ts'
import { itemColumns, listColumns } from './list-columns.ts'

/** A list before and after a change. */
export interface ListUpdate {
  readonly before: ListState
  readonly after: ListState
  readonly userId: number
  readonly at: Date
}

type ItemRow = Insertable<Tables['listItem']>

interface NeededIds {
  /** Null for a new list. */
  readonly listId: number | null
  readonly itemCount: number
}

const takeIds = plainStatement(
  { listId: int4, itemIds: int4Array },
  ($: Params<NeededIds>) => raw`
    select coalesce(${$.listId}::int, nextval('production_list_id_seq')::int) as "listId",
      array(select nextval('list_item_id_seq')::int
        from generate_series(1, ${$.itemCount}::int)) as "itemIds"`,
)

/** Assigns ids to a new list (id 0) and to new items (ids below 0). */
export async function withIds(sql: Sql, list: ListState): Promise<ListState> {
  const itemCount = list.items.filter(({ id }) => id < 0).length
  const isNew = list.id === 0
  if (itemCount === 0 && !isNew) return list

  const taken = await sql.row(takeIds, { listId: isNew ? null : list.id, itemCount })
  invariant(taken !== undefined, 'no ids were taken')
  const fresh = taken.itemIds.values()
  return {
    ...list,
    id: taken.listId,
    items: list.items.map((item) =>
      item.id < 0 ? { ...item, id: fresh.next().value ?? item.id } : item,
    ),
  }
}

/** Inserts a new list that already has its ids. */
export async function insertList(
  sql: Sql,
  list: ListState,
  { userId, at }: Pick<ListUpdate, 'userId' | 'at'>,
): Promise<void> {
  const row = {
    ...byColumn(list, listColumns),
    soldAt: dateOf(list.soldAt),
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
  }
  await insertRows(sql, 'productionList', [row])
  await saveItems(sql, itemRows(list))
}

interface ListChange extends Omit<ListState, 'items' | 'soldAt'> {
  readonly soldAt: Date | null
  readonly soldBy: number | null
  readonly updatedAt: Date
}

/** The seller of a list changes only together with the time of the sale. */
const updateRow = statement((db, $: Params<ListChange>) =>
  db
    .updateTable('productionList')
    .set((eb) => ({
      ...byColumn($, listColumns),
      soldAt: $.soldAt,
      soldBy: raw`case when ${eb.ref('soldAt')} is distinct from ${$.soldAt}::timestamptz
        then ${$.soldBy}::int else ${eb.ref('soldBy')} end`,
      updatedAt: timeOfChangeSql($.updatedAt, eb.ref('updatedAt')),
    }))
    .where('id', '=', $.id)
    .returning('updatedAt'),
)

interface RemovedItems {
  readonly listId: number
  readonly ids: readonly number[]
}

const deleteItems = statement((db, $: Params<RemovedItems>) =>
  db
    .deleteFrom('listItem')
    .where('listId', '=', $.listId)
    .where((eb) => eb('id', '=', eb.fn.any($.ids))),
)

/** Writes only the differences. Returns the time of the change, which is later than that of the change before. */
export async function updateList(
  sql: Sql,
  { before, after, userId, at }: ListUpdate,
): Promise<Date> {
  const { items, soldAt, ...list } = after
  const updated = await sql.row(updateRow, {
    ...list,
    soldAt: dateOf(soldAt),
    soldBy: soldAt === null ? null : userId,
    updatedAt: at,
  })
  invariant(updated !== undefined, 'a locked list was not updated')
  const kept = new Set(items.map(({ id }) => id))
  const removed = before.items.map(({ id }) => id).filter((id) => !kept.has(id))
  if (removed.length > 0) await sql.run(deleteItems, { listId: after.id, ids: removed })
  const known = new Set(itemRows(before).map((item) => JSON.stringify(item)))
  await saveItems(
    sql,
    itemRows(after).filter((item) => !known.has(JSON.stringify(item))),
  )
  return updated.updatedAt
}

const upsertItems = plainStatement(
  nothing,
  ($: Params<{ readonly records: Records<Tables['listItem']> }>) => {
    const changing = [...Object.values(itemColumns), 'exactCoverage', 'sortOrder'].filter(
      (name) => name !== 'id',
    )
    const names = raw.join(['id', 'listId', 'orgId', ...changing].map((name) => raw.ref(name)))
    const changes = changing.map((name) => raw`${raw.ref(name)} = ${raw.ref(`excluded.${name}`)}`)
    return raw`
      insert into list_item (${names})
      select ${names} from ${fromRecords<Tables, 'listItem'>('listItem', $.records)}
      on conflict (id) do update set ${raw.join(changes)}`
  },
)

async function saveItems(sql: Sql, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length > 0) await sql.run(upsertItems, { records: toRecords<Tables['listItem']>(rows) })
}

function itemRows({ id: listId, orgId, items }: ListState): ItemRow[] {
  return items.map((item, index) => ({
    ...byColumn(item, itemColumns),
    exactCoverage: item.coverage,
    listId,
    orgId,
    sortOrder: index + 1,
  }))
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}
