import { sumOrder } from '../domain/orders/order-totals.ts'
import type { ListItem } from '../domain/orders/production-list.ts'
import type { NewOrderDocument } from '../orders/new-order-document.ts'
import type { OrderDocumentLine, OrderDocumentModel } from '../rendering/document-model.ts'

/** What the files of an order say. */
export function toDocumentModel(order: NewOrderDocument): OrderDocumentModel {
  const { list, vendor, listItems } = order
  return {
    id: order.documentId,
    mode: order.mode,
    kind: order.orderKind,
    language: 'en',
    paper: 'letter',
    csvPreset: 'default',
    organization: order.letterhead,
    job: list.job,
    list: { id: list.id, name: list.name },
    vendor: { id: vendor.id, vendorName: vendor.vendorName, addressLines: [] },
    order: {
      id: order.orderId,
      purchaseOrderNumber: order.purchaseOrderNumber,
      externalIdentifier: order.externalIdentifier,
      createdAt: order.createdAt,
      delivery: null,
      replaces: null,
      changes: null,
    },
    lines: listItems.map(toLine),
    totals: sumOrder(listItems),
  }
}

function toLine(item: ListItem): OrderDocumentLine {
  return {
    name: item.name,
    groupName: item.listItemGroupName,
    sku: item.sku,
    color: item.color,
    quantity: item.quantity,
    quantityUnits: item.quantityUnits,
    notes: item.notes,
    unitCost: item.unitCost,
    pretaxCost: item.pretaxCost,
    taxPercent: item.taxPercent,
    totalCost: item.totalCost,
    tradeType: item.tradeType,
  }
}
