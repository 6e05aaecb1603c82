import type { Sql } from '@takeoff/kit/postgres/database'
import type { DocumentOptions } from '../../domain/documents/document-options.ts'
import type { Delivery } from '../../domain/orders/delivery.ts'
import type { OrderKind, OrderReference } from '../../domain/orders/order.ts'
import type { OrderLine } from '../../domain/orders/order-line.ts'
import { selectLine } from '../orders/order-line-columns.ts'
import { toVendor, VENDOR_COLUMNS } from '../vendors/vendor-reads.ts'
import type { VendorColumns, VendorRecord } from '../vendors/vendor-reads.ts'

/** The content of a document, from the rows of its order. */
export interface DocumentContent extends DocumentOptions {
  readonly documentId: string
  readonly orgId: number
  readonly productionListId: number
  readonly listName: string | null
  readonly jobId: number
  readonly jobName: string | null
  readonly orderId: string
  readonly orderKind: OrderKind
  readonly purchaseOrderNumber: string | null
  readonly externalIdentifier: string | null
  readonly orderedAt: Date
  readonly delivery: Delivery | null
  readonly replaces: OrderReference | null
  readonly changes: OrderReference | null
  readonly vendor: VendorRecord
  readonly lines: readonly OrderLine[]
}

type ReferenceColumn = Omit<OrderReference, 'createdAt'> & { readonly createdAt: string }

type Head = Omit<DocumentContent, 'orderedAt' | 'replaces' | 'changes' | 'vendor' | 'lines'> &
  VendorColumns & {
    readonly orderedAt: string
    readonly replaces: ReferenceColumn | null
    readonly changes: ReferenceColumn | null
  }

/** Two statements, however long the order is. */
export async function findDocumentContent(sql: Sql, documentId: string): Promise<DocumentContent> {
  const [head] = await sql.query<Head>(
    `select d.id as "documentId", d.org_id as "orgId", d.mode, d.language, d.paper,
            d.csv_preset as "csvPreset", o.production_list_id as "productionListId",
            o.list_name as "listName", o.job_id as "jobId", o.job_name as "jobName",
            o.id as "orderId", o.kind as "orderKind",
            o.purchase_order_number as "purchaseOrderNumber",
            o.external_identifier as "externalIdentifier", o.created_at as "orderedAt", o.delivery,
            ${referenceColumn('replaces_order_id')} as replaces,
            ${referenceColumn('changes_order_id')} as changes, ${VENDOR_COLUMNS}
     from order_document d join "order" o on o.id = d.order_id join vendor v on v.id = o.vendor_id
     where d.id = $1`,
    [documentId],
  )
  if (head === undefined) throw new Error(`there is no order document ${documentId}`)
  const lines = await sql.query<OrderLine>(
    `select ${selectLine('i')} from order_list_item i where i.order_id = $1 order by i.position`,
    [head.orderId],
  )
  return {
    ...head,
    orderedAt: new Date(head.orderedAt),
    replaces: toReference(head.replaces),
    changes: toReference(head.changes),
    vendor: toVendor(head),
    lines,
  }
}

function referenceColumn(foreignKey: string): string {
  return `(select json_build_object('id', r.id, 'purchaseOrderNumber', r.purchase_order_number,
     'createdAt', r.created_at) from "order" r where r.id = o.${foreignKey})`
}

function toReference(column: ReferenceColumn | null): OrderReference | null {
  return column && { ...column, createdAt: new Date(column.createdAt) }
}
