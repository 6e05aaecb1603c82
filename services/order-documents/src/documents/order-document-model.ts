import type { DocumentContent } from '../db/documents/document-content-reads.ts'
import type { Letterhead } from '../domain/brand/letterhead.ts'
import { sumOrder } from '../domain/orders/order-totals.ts'
import type { OrderDocumentModel } from '../rendering/document-model.ts'

/** The content of a document's files. */
export function toDocumentModel(
  content: DocumentContent,
  organization: Letterhead,
): OrderDocumentModel {
  const { vendor, mode, language, paper, csvPreset } = content
  return {
    id: content.documentId,
    mode,
    language,
    paper,
    csvPreset,
    kind: content.orderKind,
    organization,
    job: { id: content.jobId, name: content.jobName },
    list: { id: content.productionListId, name: content.listName },
    vendor,
    order: {
      id: content.orderId,
      purchaseOrderNumber: content.purchaseOrderNumber,
      externalIdentifier: content.externalIdentifier,
      createdAt: content.orderedAt,
      delivery: content.delivery,
      cancelledAt: content.cancelledAt,
      replacedBy: content.replacedBy,
      replaces: content.replaces,
      changes: content.changes,
    },
    lines: content.lines,
    totals: sumOrder(content.lines),
  }
}
