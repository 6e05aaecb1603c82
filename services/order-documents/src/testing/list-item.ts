import type { ListItem } from '../domain/orders/production-list.ts'

/** A list item of a roof, with what a test says of it. */
export function listItem(overrides: Partial<ListItem>): ListItem {
  return {
    id: 1,
    name: 'Architectural shingles',
    type: 'MATERIAL',
    quantity: '76',
    quantityUnits: 'BUNDLES',
    listItemGroupName: 'Shingles',
    sku: 'SH-1',
    color: 'Charcoal',
    notes: '',
    tradeType: 'ROOF',
    unitCost: '19.70',
    pretaxCost: '1497.20',
    taxPercent: '0',
    totalCost: '1497.20',
    vendorId: null,
    ...overrides,
  }
}
