import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { json } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import type { ProviderOrder } from '../../domain/distribution/provider.ts'
import { statement } from '../statements.ts'

const selectOrder = statement((db, $: Params<{ readonly orderId: string }>) =>
  db
    .selectFrom('order as o')
    .where('o.id', '=', $.orderId)
    .select(['o.purchaseOrderNumber', 'o.jobName', 'o.jobId', 'o.delivery'])
    .select((o) => {
      const lines = o
        .selectFrom('orderListItem as i')
        .whereRef('i.orderId', '=', 'o.id')
        .select((i) => {
          const line = jsonBuildObject({
            lineId: i.ref('i.id'),
            sku: i.ref('i.sku'),
            name: i.ref('i.name'),
            quantity: i.cast<string>(i.fn('trim_scale', ['i.quantity']), 'text'),
            unit: i.ref('i.quantityUnits'),
            color: i.ref('i.color'),
          })
          return i.fn.jsonAgg(line).orderBy('i.position').as('lines')
        })
      return column('lines', json<ProviderOrder['lines']>(), lines)
    }),
)

/** The content of a submission. The order's rows never change, so every attempt sends the same. */
export async function findSubmission(
  sql: Sql,
  { id, orderId }: { readonly id: string; readonly orderId: string },
): Promise<ProviderOrder> {
  const order = await sql.row(selectOrder, { orderId })
  invariant(order !== undefined, `the order ${orderId} of a distribution order does not exist`)
  const { jobId, ...content } = order
  return { ...content, clientOrderId: id, jobNumber: String(jobId) }
}
