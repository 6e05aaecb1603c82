import { prepared } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/database'
import { FROM_ORDERS, ORDER_COLUMNS, toOrder } from '../orders/order-reads.ts'
import type { OrderColumns, OrderRecord } from '../orders/order-reads.ts'

export interface OrderDocumentRecord {
  readonly id: string
  readonly orderId: string
  readonly productionListId: number
  readonly userId: number
  readonly state: string
  readonly mode: string
  readonly language: string
  readonly paper: string
  readonly csvPreset: string
  readonly failure: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly pdf: FileRecord | null
  readonly csv: FileRecord | null
  /** Joined: this saves a statement, and a document is hardly ever shown without it. */
  readonly order: OrderRecord
}

export interface FileRecord {
  readonly id: string
  readonly filename: string
  readonly contentType: string
  readonly byteSize: number
  readonly checksum: string
}

/** Which documents; the conditions that are set must all hold. */
export interface OrderDocumentFilter {
  readonly productionListId?: number
  readonly ids?: readonly string[]
  readonly orderIds?: readonly string[]
  /** Those that one call has created. */
  readonly batchId?: string
}

type DocumentTimes = 'createdAt' | 'updatedAt'
type Nested = 'order' | 'pdf' | 'csv'
type Plain = Omit<OrderDocumentRecord, Nested | DocumentTimes> & Record<DocumentTimes, string>

/** Under names of their own, as an order has columns of the same names. */
type Prefixed<Prefix extends string, Columns> = {
  readonly [K in keyof Columns & string as `${Prefix}_${K}`]: Columns[K]
}

type OrderRow = OrderColumns & (DocumentColumns | { readonly document_id: null })
type DocumentColumns = Prefixed<'document', Plain> & FileColumns<'pdf'> & FileColumns<'csv'>
type FileColumns<Kind extends string> = Prefixed<
  Kind,
  { [K in keyof FileRecord]: FileRecord[K] | null }
>

const SELECT = `
  select ${ORDER_COLUMNS}, d.id as "document_id", d.order_id as "document_orderId",
         d.production_list_id as "document_productionListId", d.user_id as "document_userId",
         d.state as "document_state", d.mode as "document_mode", d.language as "document_language",
         d.paper as "document_paper", d.csv_preset as "document_csvPreset",
         d.failure as "document_failure", d.created_at as "document_createdAt",
         d.updated_at as "document_updatedAt", ${fileColumns('pdf')}, ${fileColumns('csv')}
  ${FROM_ORDERS} left join order_document d on d.order_id = o.id and d.org_id = o.org_id
  left join order_document_file pdf on pdf.order_document_id = d.id and pdf.kind = 'pdf'
  left join order_document_file csv on csv.order_document_id = d.id and csv.kind = 'csv'`

const SELECT_BY_LIST = prepared(
  `${SELECT} where o.production_list_id = any($1::int[]) and o.org_id = any($2::int[])
   order by o.created_at, o.id, d.created_at, d.id`,
)

function fileColumns(kind: 'pdf' | 'csv'): string {
  return `${kind}.id as "${kind}_id", ${kind}.filename as "${kind}_filename",
    ${kind}.content_type as "${kind}_contentType", ${kind}.byte_size as "${kind}_byteSize",
    ${kind}.checksum as "${kind}_checksum"`
}

/** Oldest first, each with its files and its order: one statement. */
export async function findOrderDocuments(
  sql: Sql,
  orgIds: readonly number[],
  filter: OrderDocumentFilter,
): Promise<OrderDocumentRecord[]> {
  const params: unknown[] = [orgIds]
  const conditions = ['d.org_id = any($1::int[])']
  const { productionListId, ids, orderIds, batchId } = filter
  if (productionListId) conditions.push(`d.production_list_id = $${params.push(productionListId)}`)
  if (ids) conditions.push(`d.id = any($${params.push(ids)}::uuid[])`)
  if (batchId) conditions.push(`o.placement_id = $${params.push(batchId)}`)
  if (orderIds) conditions.push(`d.order_id = any($${params.push(orderIds)}::uuid[])`)

  const text = `${SELECT} where ${conditions.join(' and ')} order by d.created_at, d.id`
  const rows = await sql.query<OrderRow>(prepared(text), params)
  return rows.flatMap((row) => toOrderDocuments(row, toOrder(row)))
}

/** An order with its documents, oldest first. */
export interface OrderWithDocuments {
  readonly order: OrderRecord
  readonly documents: OrderDocumentRecord[]
}

/** The orders of lists, oldest first, with their documents: one statement. */
export async function findOrdersWithDocuments(
  sql: Sql,
  orgIds: readonly number[],
  productionListIds: readonly number[],
): Promise<OrderWithDocuments[]> {
  const found: OrderWithDocuments[] = []
  for (const row of await sql.query<OrderRow>(SELECT_BY_LIST, [productionListIds, orgIds])) {
    const last = found.at(-1)
    const isSame = last?.order.id === row.id
    const { order, documents } = isSame ? last : { order: toOrder(row), documents: [] }
    if (!isSame) found.push({ order, documents })
    documents.push(...toOrderDocuments(row, order))
  }
  return found
}

/** One, or none where an order has none. */
function toOrderDocuments(row: OrderRow, order: OrderRecord): OrderDocumentRecord[] {
  if (row.document_id === null) return []
  return [
    {
      id: row.document_id,
      orderId: row.document_orderId,
      productionListId: row.document_productionListId,
      userId: row.document_userId,
      state: row.document_state,
      mode: row.document_mode,
      language: row.document_language,
      paper: row.document_paper,
      csvPreset: row.document_csvPreset,
      failure: row.document_failure,
      createdAt: new Date(row.document_createdAt),
      updatedAt: new Date(row.document_updatedAt),
      pdf: toFile(row, 'pdf'),
      csv: toFile(row, 'csv'),
      order,
    },
  ]
}

function toFile(row: DocumentColumns, kind: 'pdf' | 'csv'): FileRecord | null {
  const id = row[`${kind}_id`]
  if (id === null) return null
  return {
    id,
    filename: String(row[`${kind}_filename`]),
    contentType: String(row[`${kind}_contentType`]),
    byteSize: Number(row[`${kind}_byteSize`]),
    checksum: String(row[`${kind}_checksum`]),
  }
}
