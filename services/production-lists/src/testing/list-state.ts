import type { ItemState, ListState } from '../domain/lists/list-state.ts'
import { newList } from '../domain/lists/new-list.ts'

/** The default item is one bundle a square of roof, without waste or price; a test replaces what matters to it. */
export function itemState(item: Partial<ItemState> = {}): ItemState {
  return {
    id: 1,
    origin: 'template',
    templateLineId: 1,
    productId: null,
    name: 'Architectural Shingles',
    listItemGroupName: 'Shingles',
    tradeType: 'ROOF',
    type: 'MATERIAL',
    SKU: null,
    color: null,
    notes: '',
    vendorId: null,
    measure: [{ measure: 'roof_area' }],
    computedMeasurement: 0,
    measurement: 0,
    measurementUnits: 'squares',
    coverage: 1,
    wasteFactor: 0,
    rounding: 'whole',
    roundingStep: null,
    minimumQuantity: null,
    isCombined: false,
    calculatedQuantity: 0,
    quantity: 0,
    carriedIn: 0,
    leftover: 0,
    quantityUnits: 'BUNDLES',
    unitCost: 0,
    unitCostSource: 'template',
    priceId: null,
    taxPercent: 0,
    markup: 0,
    pretaxCost: 0,
    totalCost: 0,
    totalPrice: 0,
    manualFields: [],
    ...item,
  }
}

/** A saved list of one job; its totals are not calculated. */
export function listState(list: Partial<ListState> = {}): ListState {
  const job = { id: 1, orgId: 1, salesOpportunityId: 1, measurementId: 1, measurementVersion: 1 }
  return { ...newList({ job, name: 'Roof', templateIds: [1], items: [] }), id: 1, ...list }
}
