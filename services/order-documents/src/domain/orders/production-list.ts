/** A production list as it is when its items are ordered. Numbers are decimal strings. */
export interface ProductionList {
  readonly id: number
  readonly orgId: number
  readonly name: string | null
  readonly job: { readonly id: number; readonly name: string | null }
  /** In the order in which the list shows them. */
  readonly listItems: readonly ListItem[]
}

export interface ListItem {
  readonly id: number
  readonly name: string
  /** MATERIAL, LABOR or OTHER; only the first two can be ordered. */
  readonly type: string
  readonly quantity: string
  /** As the specification spells it, for example `SQUARES`. */
  readonly quantityUnits: string
  readonly listItemGroupName: string
  readonly sku: string | null
  readonly color: string | null
  readonly notes: string
  /** For example `ROOF`. */
  readonly tradeType: string
  /** Money per quantity unit. */
  readonly unitCost: string
  readonly pretaxCost: string
  /** Per cent: `'7.25'` means 7.25 %. */
  readonly taxPercent: string
  readonly totalCost: string
  readonly vendorId: number | null
}

/** An item without its optional values, for warm-up documents and test samples. */
export const bareItem: ListItem = {
  id: 1,
  name: 'Architectural shingles',
  type: 'MATERIAL',
  quantity: '76',
  quantityUnits: 'BUNDLES',
  listItemGroupName: 'Shingles',
  sku: null,
  color: null,
  notes: '',
  tradeType: 'ROOF',
  unitCost: '19.70',
  pretaxCost: '1497.20',
  taxPercent: '0',
  totalCost: '1497.20',
  vendorId: null,
}
