import { expressionBuilder } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { fromOrders, orderColumns, toOrder } from '../orders/order-reads.ts'
import type { OrderRecord } from '../orders/order-reads.ts'
import { statement, statementFor } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { vendorColumns } from '../vendors/vendor-reads.ts'

export interface OrderDocumentRecord extends Omit<DocumentJson, 'createdAt' | 'updatedAt'> {
  readonly orgId: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Joined, which saves a statement: nearly every request for a document reads its order. */
  readonly order: OrderRecord
}

export interface FileRecord {
  readonly id: string
  readonly filename: string
  readonly contentType: string
  readonly byteSize: number
  readonly checksum: string
}

/** A filter of documents; all given conditions must hold. */
export interface OrderDocumentFilter {
  readonly productionListId?: number
  readonly ids?: readonly string[]
  readonly orderIds?: readonly string[]
  /** The documents that one call has created. */
  readonly batchId?: string
}

interface Joined {
  readonly d: Tables['orderDocument']
}

type DocumentJson = ReturnType<typeof documentJson> extends Expression<infer Json> ? Json : never

const FILTERS = ['productionListId', 'ids', 'orderIds', 'batchId'] as const

type Wanted = OrderDocumentFilter & { readonly orgIds: readonly number[] }

const selectDocuments = statementFor(
  [FILTERS, []],
  (db, $: Params<Wanted>, filters: readonly (typeof FILTERS)[number][]) =>
    fromDocuments(db)
      .where((eb) => eb('d.orgId', '=', eb.fn.any($.orgIds)))
      .$if(filters.includes('productionListId'), (documents) =>
        documents.where('d.productionListId', '=', $.productionListId),
      )
      .$if(filters.includes('ids'), (documents) =>
        documents.where((eb) => eb('d.id', '=', eb.fn.any($.ids))),
      )
      .$if(filters.includes('orderIds'), (documents) =>
        documents.where((eb) => eb('d.orderId', '=', eb.fn.any($.orderIds))),
      )
      .$if(filters.includes('batchId'), (documents) =>
        documents.where('o.placementId', '=', $.batchId),
      )
      .orderBy('d.createdAt')
      .orderBy('d.id')
      .select(orderColumns)
      .select(vendorColumns())
      .select(documentColumn()),
)

interface OfLists {
  readonly productionListIds: readonly number[]
  readonly orgIds: readonly number[]
}

const selectOrdersOfLists = prepared(
  statement((db, $: Params<OfLists>) =>
    fromDocuments(db)
      .where((eb) => eb('o.productionListId', '=', eb.fn.any($.productionListIds)))
      .where((eb) => eb('o.orgId', '=', eb.fn.any($.orgIds)))
      .orderBy('o.createdAt')
      .orderBy('o.id')
      .orderBy('d.createdAt')
      .orderBy('d.id')
      .select(orderColumns)
      .select(vendorColumns())
      .select(documentColumn()),
  ),
)

/** The orders `o` with their documents `d`; an order without a document has one row. */
function fromDocuments(db: Kysely<Tables>) {
  return fromOrders(db).leftJoin('orderDocument as d', (join) =>
    join.onRef('d.orderId', '=', 'o.id').onRef('d.orgId', '=', 'o.orgId'),
  )
}

function documentColumn() {
  return expressionBuilder<Tables & Joined, 'd'>()
    .case()
    .when('d.id', 'is not', null)
    .then(documentJson())
    .end()
    .as('document')
}

function documentJson() {
  const d = expressionBuilder<Tables & Joined, 'd'>()
  return jsonBuildObject({
    id: d.ref('d.id'),
    orderId: d.ref('d.orderId'),
    productionListId: d.ref('d.productionListId'),
    userId: d.ref('d.userId'),
    state: d.ref('d.state'),
    mode: d.ref('d.mode'),
    language: d.ref('d.language'),
    paper: d.ref('d.paper'),
    csvPreset: d.ref('d.csvPreset'),
    failure: d.ref('d.failure'),
    createdAt: d.ref('d.createdAt'),
    updatedAt: d.ref('d.updatedAt'),
    pdf: fileJson('pdf'),
    csv: fileJson('csv'),
  })
}

function fileJson(kind: 'pdf' | 'csv'): Expression<FileRecord | null> {
  return expressionBuilder<Tables & Joined, 'd'>()
    .selectFrom('orderDocumentFile as f')
    .whereRef('f.orderDocumentId', '=', 'd.id')
    .where('f.kind', '=', kind)
    .select((f) =>
      jsonBuildObject({
        id: f.ref('f.id'),
        filename: f.ref('f.filename'),
        contentType: f.ref('f.contentType'),
        byteSize: f.ref('f.byteSize'),
        checksum: f.ref('f.checksum'),
      }).as('file'),
    )
    .$asScalar()
}

/** Oldest first, each with its files and its order: one statement. */
export async function findOrderDocuments(
  sql: Sql,
  orgIds: readonly number[],
  filter: OrderDocumentFilter,
): Promise<OrderDocumentRecord[]> {
  const filters = FILTERS.filter((name) => filter[name] !== undefined)
  const rows = await sql.rows(prepared(selectDocuments(filters)), { ...filter, orgIds })
  return rows.flatMap(({ document, ...order }) => toOrderDocuments(document, toOrder(order)))
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
  const rows = await sql.rows(selectOrdersOfLists, { productionListIds, orgIds })
  for (const { document, ...columns } of rows) {
    const last = found.at(-1)
    const isSame = last?.order.id === columns.id
    const { order, documents } = isSame ? last : { order: toOrder(columns), documents: [] }
    if (!isSame) found.push({ order, documents })
    documents.push(...toOrderDocuments(document, order))
  }
  return found
}

/** Empty for an order without a document. */
function toOrderDocuments(
  document: DocumentJson | null,
  order: OrderRecord,
): OrderDocumentRecord[] {
  if (document === null) return []
  const { createdAt, updatedAt } = document
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
  return [{ ...document, ...times, orgId: order.orgId, order }]
}
