import { sql as raw } from 'kysely'
import type { RowsByTable } from '@takeoff/kit/operator/erase'

/** What `erase job` erases: the orders of the job, and all that belongs to them. */
export function rowsOfJob(jobId: number): RowsByTable {
  const orders = raw`select o.id from "order" o where o.job_id = ${jobId}`
  const ofOrder = raw`r.order_id in (${orders})`
  const ofDocument = raw`r.order_document_id in (
    select d.id from order_document d where d.order_id in (${orders}))`
  return [
    ['distribution_order', ofOrder],
    ['order_document_file', ofDocument],
    ['file_upload', ofDocument],
    ['order_document', ofOrder],
    ['order_list_item', ofOrder],
    ['order', raw`r.job_id = ${jobId}`],
  ]
}

/** An attempt that began this recently may still be storing files: their rows name them. */
export const uploadsInUse: RowsByTable = [
  ['file_upload', raw`r.created_at > now() - interval '5 minutes'`],
]
