import type { Sql } from '@takeoff/kit/postgres/database'
import type { Delivery } from '../../domain/orders/delivery.ts'
import type { ProviderOrder } from '../../domain/distribution/provider.ts'

interface Row {
  readonly purchaseOrderNumber: string | null
  readonly jobName: string | null
  readonly jobId: number
  readonly delivery: Delivery | null
  readonly lines: ProviderOrder['lines']
}

/** The content of a submission. The order's rows never change, so every attempt sends the same. */
export async function findSubmission(
  sql: Sql,
  { id, orderId }: { readonly id: string; readonly orderId: string },
): Promise<ProviderOrder> {
  const [row] = await sql.query<Row>(
    `select o.purchase_order_number as "purchaseOrderNumber", o.job_name as "jobName",
            o.job_id as "jobId", o.delivery,
            (select json_agg(json_build_object(
               'lineId', i.id, 'sku', i.sku, 'name', i.name, 'quantity', trim_scale(i.quantity)::text,
               'unit', i.quantity_units, 'color', i.color) order by i.position)
             from order_list_item i where i.order_id = o.id) as lines
     from "order" o where o.id = $1`,
    [orderId],
  )
  if (row === undefined) throw new Error(`a distribution order names the order ${orderId}`)
  const { purchaseOrderNumber, jobName, jobId, delivery, lines } = row
  return {
    clientOrderId: id,
    purchaseOrderNumber,
    jobName,
    jobNumber: String(jobId),
    delivery,
    lines,
  }
}
