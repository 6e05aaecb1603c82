import type { OrderDocumentModel } from '../document-model.ts'
import { sampleLine, sampleModel } from './sample-model.ts'

/** An order whose texts are all one character, as long as the API accepts them. */
export function widestDocument(character: string): OrderDocumentModel {
  const text = (length: number) => character.repeat(length)
  const address = Array.from({ length: 6 }, () => text(100))
  const email = `${text(244)}@b.example`
  const model = sampleModel(0)
  const other = { id: model.id, purchaseOrderNumber: text(64), createdAt: model.order.createdAt }
  return {
    ...model,
    organization: {
      name: text(200),
      addressLines: address,
      phone: text(50),
      email,
      website: text(200),
    },
    job: { id: 1, name: text(250) },
    list: { id: 1, name: text(250) },
    vendor: {
      id: 1,
      vendorName: text(200),
      addressLines: address,
      phone: text(50),
      email,
      contactName: text(100),
      accountNumber: text(50),
    },
    order: {
      ...model.order,
      purchaseOrderNumber: text(64),
      externalIdentifier: text(255),
      changes: other,
      delivery: {
        date: '2026-11-24',
        window: 'ANY',
        method: 'GROUND',
        shipTo: {
          name: text(100),
          lines: address,
          city: text(100),
          region: text(100),
          postalCode: text(100),
          country: text(100),
        },
        placementNotes: text(1000),
        accessNotes: text(1000),
        contact: { name: text(100), phone: text(100), email: text(100) },
      },
    },
    lines: Array.from({ length: 3 }, (_, index) =>
      sampleLine(index, {
        name: text(200),
        listItemGroupName: text(200),
        color: text(200),
        sku: text(200),
        notes: text(2000),
      }),
    ),
  }
}
