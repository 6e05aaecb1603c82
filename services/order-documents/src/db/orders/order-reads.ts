import { sql as raw } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { toVendor, vendorColumns } from '../vendors/vendor-reads.ts'
import type { VendorColumns, VendorRecord } from '../vendors/vendor-reads.ts'

const columns = [
  'id',
  'orgId',
  'jobId',
  'productionListId',
  'state',
  'kind',
  'externalIdentifier',
  'purchaseOrderNumber',
  'delivery',
  'replacesOrderId',
  'changesOrderId',
  'createdAt',
  'updatedAt',
  'cancelledAt',
  'cancelledBy',
  'cancelReason',
] as const

type OwnColumns = Readonly<Pick<Selectable<Tables['order']>, (typeof columns)[number]>>

export type OrderColumns = OwnColumns & VendorColumns
export type OrderRecord = OwnColumns & { readonly vendor: VendorRecord }

/** The orders `o` with their vendors `v`: the join saves a statement, and nearly every request reads the vendor. */
export function fromOrders(db: Kysely<Tables>) {
  return db.selectFrom('order as o').innerJoin('vendor as v', 'v.id', 'o.vendorId')
}

/** The columns of an order `o`; those of its vendor are `vendorColumns()`. */
export const orderColumns = columns.map((name) => `o.${name}` as const)

/** Reads orders by this column, oldest first. */
function finderBy<Name extends keyof Selectable<Tables['order']>>(name: Name) {
  type Id = NonNullable<Selectable<Tables['order']>[Name]>
  const selected = prepared(
    statement(
      (db, $: Params<{ readonly ids: readonly Id[]; readonly orgIds: readonly number[] }>) =>
        fromOrders(db)
          .where(raw<boolean>`${raw.ref(`o.${name}`)} = any(${$.ids})`)
          .where((eb) => eb('o.orgId', '=', eb.fn.any($.orgIds)))
          .orderBy('o.createdAt')
          .orderBy('o.id')
          .select(orderColumns)
          .select(vendorColumns()),
    ),
  )
  return async (sql: Sql, orgIds: readonly number[], ids: readonly Id[]): Promise<OrderRecord[]> =>
    (await sql.rows(selected, { ids, orgIds })).map(toOrder)
}

export const findOrdersById = finderBy('id')
export const findOrdersOfLists = finderBy('productionListId')
export const findOrdersOfJobs = finderBy('jobId')
/** The orders that replaced these: at most one for each. */
export const findReplacingOrders = finderBy('replacesOrderId')
/** The change orders of these orders. */
export const findChangeOrders = finderBy('changesOrderId')

export function toOrder({ vendorId, vendor, ...order }: OrderColumns): OrderRecord {
  return { ...order, vendor: toVendor({ vendorId, vendor }) }
}
