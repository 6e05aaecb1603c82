import type { RenderingMode } from '../domain/documents/rendering-mode.ts'
import { toOrderLine } from '../domain/orders/order-line.ts'
import { bareItem } from '../domain/orders/production-list.ts'
import type { OrderDocumentLine, OrderDocumentModel } from '../rendering/document-model.ts'

const LINES = 40

/** Documents of every mode, with words, figures and long notes, that warm up a thread. */
export function warmUpModels(): OrderDocumentModel[] {
  const modes: readonly RenderingMode[] = ['supplier', 'office', 'crew']
  return modes.map((mode) => ({
    id: '00000000-0000-7000-8000-000000000000',
    mode,
    kind: mode === 'crew' ? 'LABOR' : 'MATERIAL',
    language: 'en',
    paper: 'letter',
    csvPreset: 'default',
    organization: { name: 'Organization', addressLines: ['1 Main Street', 'Boulder, CO 80301'] },
    job: { id: 1, name: 'Job' },
    list: { id: 1, name: 'List' },
    vendor: { id: 1, vendorName: 'Vendor', addressLines: [] },
    order: {
      id: '00000000-0000-7000-8000-000000000001',
      purchaseOrderNumber: 'PO-1001',
      externalIdentifier: null,
      createdAt: new Date(0),
      delivery: null,
      cancelledAt: null,
      replacedBy: null,
      replaces: null,
      changes: null,
    },
    lines: Array.from({ length: LINES }, (_, index) => lineOf(index)),
    totals: { pretaxCost: '10.00', tax: '0.73', totalCost: '10.73' },
  }))
}

function lineOf(index: number): OrderDocumentLine {
  return {
    ...toOrderLine(bareItem),
    name: `Architectural shingles, weathered wood, 30 year ${index}`,
    listItemGroupName: index % 2 === 0 ? 'Shingles' : 'Flashing and metal',
    sku: `SKU-${index}`,
    color: 'Weathered Wood',
    quantity: `${index}.50000`,
    quantityUnits: 'LINEAR_FEET',
    notes: 'Deliver to the rear of the property; do not block the garage. '.repeat(index % 3),
  }
}
