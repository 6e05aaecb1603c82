import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import type { CsvPreset, Language, Paper } from '../../domain/documents/document-options.ts'
import type { RenderingMode } from '../../domain/documents/rendering-mode.ts'
import { Order } from '../orders/order.ts'

type OrderDocumentState = 'pending' | 'complete' | 'failed'

export const OrderDocumentSchema = defineEntity({
  name: 'OrderDocument',
  tableName: 'order_document',
  filters: organizationFilter,
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    order: () => p.manyToOne(Order),
    productionListId: p.integer(),
    userId: p.integer(),
    mode: p.string().length(8).$type<RenderingMode>(),
    state: p.string().length(8).$type<OrderDocumentState>(),
    /** Number of state changes so far: the sequence of the document's events. */
    stateSequence: p.integer(),
    language: p.string().length(2).$type<Language>().default('en'),
    paper: p.string().length(6).$type<Paper>().default('letter'),
    csvPreset: p.string().length(32).$type<CsvPreset>().default('default'),
    /** Attempts to render and store so far, including one in progress. */
    attempts: p.integer().default(1),
    /** Attempts that reached the time limit of rendering. */
    timeouts: p.integer().default(0),
    /** Attempts during which the store of the files could not be used. */
    outages: p.integer().default(0),
    /** While pending: when the current attempt counts as dead, or the next one is due. */
    nextAttemptAt: p.datetime(3).nullable(),
    failure: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'order_document_pending_index',
      expression: `create index "order_document_pending_index" on "order_document" ("next_attempt_at") where state = 'pending'`,
    },
    { name: 'order_document_order_id_index', properties: ['order'] },
    {
      name: 'order_document_production_list_id_index',
      properties: ['productionListId', 'createdAt', 'id'],
    },
  ],
  checks: [
    { name: 'order_document_mode_check', expression: "mode in ('supplier', 'office', 'crew')" },
    {
      name: 'order_document_state_check',
      expression: "state in ('pending', 'complete', 'failed')",
    },
    { name: 'order_document_state_sequence_check', expression: 'state_sequence >= 0' },
    { name: 'order_document_language_check', expression: "language in ('en', 'es')" },
    { name: 'order_document_paper_check', expression: "paper in ('letter', 'a4')" },
    {
      name: 'order_document_pending_check',
      expression: "(state = 'pending') = (next_attempt_at is not null)",
    },
  ],
})

/** The rendered form of an order. */
export class OrderDocument extends OrderDocumentSchema.class {}
OrderDocumentSchema.setClass(OrderDocument)

export const OrderDocumentFileSchema = defineEntity({
  name: 'OrderDocumentFile',
  tableName: 'order_document_file',
  filters: organizationFilter,
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    orderDocument: () => p.manyToOne(OrderDocument),
    kind: p.string().length(3).$type<'pdf' | 'csv'>(),
    storageKey: p.text().unique(),
    filename: p.text(),
    contentType: p.text(),
    byteSize: p.integer(),
    checksum: p.string().length(24),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'order_document_file_kind_unique', properties: ['orderDocument', 'kind'] }],
  checks: [
    { name: 'order_document_file_kind_check', expression: "kind in ('pdf', 'csv')" },
    { name: 'order_document_file_byte_size_check', expression: 'byte_size > 0' },
    { name: 'order_document_file_checksum_check', expression: 'length(checksum) = 24' },
  ],
})

/** A stored file of a document; its bytes never change. */
export class OrderDocumentFile extends OrderDocumentFileSchema.class {}
OrderDocumentFileSchema.setClass(OrderDocumentFile)

export const FileUploadSchema = defineEntity({
  name: 'FileUpload',
  tableName: 'file_upload',
  filters: organizationFilter,
  properties: {
    storageKey: p.text().primary(),
    orgId: p.integer(),
    orderDocument: () => p.manyToOne(OrderDocument),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: 'file_upload_order_document_id_index', properties: ['orderDocument'] },
    { name: 'file_upload_created_at_index', properties: ['createdAt'] },
  ],
})

/**
 * Bytes that may be stored under a key without a document that refers to them: the row is written before they
 * are stored, and deleted in the transaction that completes the document.
 */
export class FileUpload extends FileUploadSchema.class {}
FileUploadSchema.setClass(FileUpload)
