import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type {
  MemoryStore,
  SyncedData,
  SyncResource,
} from '../../../services/client/src/sync/store.ts'

type Copy = { readonly [R in SyncResource]: ReadonlyMap<string, SyncedData[R]> }

/** What the SQLite file of docs/examples/mirror.mjs holds. */
export function readCopy(file: string): Copy & { readonly waiting: number } {
  using database = new DatabaseSync(file, { readOnly: true })
  const table = <R extends SyncResource>(resource: R): ReadonlyMap<string, SyncedData[R]> =>
    new Map(
      database
        .prepare(`select id, data from ${resource}`)
        .all()
        .map(({ id, data }) => [String(id), JSON.parse(String(data)) as SyncedData[R]]),
    )
  const inbox = database.prepare('select count(*) as count from inbox').get()
  return {
    waiting: Number(inbox?.['count']),
    lists: table('lists'),
    orders: table('orders'),
    distributionOrders: table('distributionOrders'),
    jobs: table('jobs'),
    vendors: table('vendors'),
  }
}

/** What a copy has otherwise than one that was read anew, one text each. */
export function differencesToApi(copy: Copy, anew: MemoryStore): string[] {
  return (Object.keys(anew.records) as SyncResource[]).flatMap((resource) => {
    const expected = new Map([...anew.records[resource]].map(([id, { data }]) => [id, data]))
    const ids = new Set([...expected.keys(), ...copy[resource].keys()])
    return [...ids].flatMap((id) => {
      const [mine, theirs] = [copy[resource].get(id), expected.get(id)].map(comparable)
      if (mine === undefined || theirs === undefined)
        return [`${resource} ${id}: ${mine === undefined ? 'missing' : 'not there any more'}`]
      return Object.keys(theirs)
        .filter((field) => !isDeepStrictEqual(mine[field], theirs[field]))
        .map(
          (field) => `${resource} ${id}: ${field} ${show(mine[field])} is ${show(theirs[field])}`,
        )
    })
  })
}

const show = (value: unknown): string => JSON.stringify(value).slice(0, 300)

/**
 * Without what a copy does not promise: the address of a file is signed anew for every reader; and the names of other things, a
 * list's job and an order's vendor, which have a time of their own (docs/exports.md, docs/orders.md).
 */
function comparable(data: object | undefined): Record<string, unknown> | undefined {
  if (data === undefined) return undefined
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (key === 'url') return undefined
    return key === 'job' || key === 'vendor' ? idOf(value) : value
  })
  return JSON.parse(text) as Record<string, unknown>
}

const idOf = (value: unknown): unknown => (value as { readonly id: unknown } | null)?.id ?? null

/** Statements for the rows of an organization, in the form of `rowsOfCopy`. */
const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const STATEMENTS = {
  lists: `select l.id::text as id, l.version, l.name, (select coalesce(json_agg(
      json_build_array(id, name, quantity::float8, total_cost::float8) order by sort_order), '[]')
    from list_item where list_id = l.id) as items
    from production_list l where l.org_id = $1`,
  orders: `select o.id::text as id, o.state, to_char(o.updated_at at time zone 'UTC', ${TIME}) as "updatedAt",
    (select json_agg(json_build_array(id, name, quantity::float8) order by position)
      from order_list_item where order_id = o.id) as lines
    from "order" o where o.org_id = $1`,
  distributionOrders: `select id::text as id, state from distribution_order where org_id = $1`,
  jobs: `select id::text as id, name from job where org_id = $1`,
  vendors: `select id::text as id, vendor_name as name, archived_at is not null as "isArchived"
    from vendor where org_id = $1`,
} as const

/** The rows of the databases by resource, in the order of their ids. */
export async function rowsOfDatabases(
  databases: OwnDatabases,
  orgId: number,
): Promise<Record<SyncResource, unknown[]>> {
  const { 'production-lists': lists, 'order-documents': orders } = databases
  const read = async (database: typeof lists, resource: SyncResource): Promise<unknown[]> =>
    byId(await database.query<{ id: string }>(STATEMENTS[resource], [orgId]))
  return {
    lists: await read(lists, 'lists'),
    orders: await read(orders, 'orders'),
    distributionOrders: await read(orders, 'distributionOrders'),
    jobs: await read(lists, 'jobs'),
    vendors: await read(orders, 'vendors'),
  }
}

/** The same of a copy. */
export function rowsOfCopy(copy: Copy): Record<SyncResource, unknown[]> {
  const rows = <R extends SyncResource>(resource: R, rowOf: (data: SyncedData[R]) => object) =>
    byId([...copy[resource]].map(([id, data]) => ({ id, ...rowOf(data) })))
  return {
    lists: rows('lists', ({ version, name, listItems }) => ({
      version,
      name,
      items: listItems.map(({ id, name, quantity, totalCost }) => [id, name, quantity, totalCost]),
    })),
    orders: rows('orders', ({ state, updatedAt, orderListItems }) => ({
      state,
      updatedAt,
      lines: orderListItems.map(({ id, name, quantity }) => [id, name, quantity]),
    })),
    distributionOrders: rows('distributionOrders', ({ state }) => ({ state })),
    jobs: rows('jobs', ({ name }) => ({ name })),
    vendors: rows('vendors', ({ vendorName, archivedAt }) => ({
      name: vendorName,
      isArchived: archivedAt !== null,
    })),
  }
}

function byId<Row extends { readonly id: string }>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
