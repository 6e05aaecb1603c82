import { prepared } from '@takeoff/kit/database'
import type { Sql } from '@takeoff/kit/database'

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
  /** Those that one call has made. */
  readonly placementId?: string
}

type FileColumns<Kind extends string> = {
  readonly [K in keyof FileRecord as `${Kind}_${K}`]: FileRecord[K] | null
}

type Row = Omit<OrderDocumentRecord, 'createdAt' | 'updatedAt' | 'pdf' | 'csv'> &
  FileColumns<'pdf'> &
  FileColumns<'csv'> & { readonly createdAt: string; readonly updatedAt: string }

const SELECT = `
  select d.id, d.order_id as "orderId", d.production_list_id as "productionListId",
         d.user_id as "userId", d.state, d.mode, d.language, d.paper,
         d.csv_preset as "csvPreset", d.failure,
         d.created_at as "createdAt", d.updated_at as "updatedAt",
         ${fileColumns('pdf')}, ${fileColumns('csv')}
  from order_document d
  left join order_document_file pdf on pdf.order_document_id = d.id and pdf.kind = 'pdf'
  left join order_document_file csv on csv.order_document_id = d.id and csv.kind = 'csv'`

function fileColumns(kind: 'pdf' | 'csv'): string {
  return `${kind}.id as "${kind}_id", ${kind}.filename as "${kind}_filename",
    ${kind}.content_type as "${kind}_contentType", ${kind}.byte_size as "${kind}_byteSize",
    ${kind}.checksum as "${kind}_checksum"`
}

/** Oldest first, each with its files: one statement. */
export async function findOrderDocuments(
  sql: Sql,
  orgIds: readonly number[],
  filter: OrderDocumentFilter,
): Promise<OrderDocumentRecord[]> {
  const params: unknown[] = [orgIds]
  const conditions = ['d.org_id = any($1::int[])']
  const { productionListId, ids, orderIds, placementId } = filter
  if (productionListId) conditions.push(`d.production_list_id = $${params.push(productionListId)}`)
  if (ids) conditions.push(`d.id = any($${params.push(ids)}::uuid[])`)
  if (placementId) {
    const ofPlacement = `select id from "order" where placement_id = $${params.push(placementId)}`
    conditions.push(`d.order_id in (${ofPlacement})`)
  }
  if (orderIds) conditions.push(`d.order_id = any($${params.push(orderIds)}::uuid[])`)

  const text = `${SELECT} where ${conditions.join(' and ')} order by d.created_at, d.id`
  return (await sql.query<Row>(prepared(text), params)).map(toOrderDocument)
}

function toOrderDocument(row: Row): OrderDocumentRecord {
  return {
    id: row.id,
    orderId: row.orderId,
    productionListId: row.productionListId,
    userId: row.userId,
    state: row.state,
    mode: row.mode,
    language: row.language,
    paper: row.paper,
    csvPreset: row.csvPreset,
    failure: row.failure,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    pdf: toFile(row, 'pdf'),
    csv: toFile(row, 'csv'),
  }
}

function toFile(row: Row, kind: 'pdf' | 'csv'): FileRecord | null {
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
