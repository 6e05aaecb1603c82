import type { ItemState, ListState } from '../../domain/lists/list-state.ts'
import type { Tables } from '../statements.ts'

type ListField = Exclude<
  keyof ListState,
  'items' | 'salesOpportunityId' | 'measurementVersion' | 'soldAt'
>

/** The column of each field of a list, for reading and saving alike. */
export const listColumns = {
  id: 'id',
  orgId: 'orgId',
  jobId: 'jobId',
  version: 'version',
  name: 'name',
  measurementId: 'measurementId',
  templateIds: 'templateIds',
  removedLineIds: 'removedLineIds',
  totalDiscount: 'totalDiscount',
  contractLaborTotal: 'contractLaborTotal',
  contractMaterialSubtotal: 'contractMaterialSubtotal',
  contractMaterialTax: 'contractMaterialTax',
  contractMaterialTotal: 'contractMaterialTotal',
  contractOtherTotal: 'contractOtherTotal',
  contractPreDiscountPrice: 'contractPreDiscountPrice',
  contractTotalCost: 'contractTotalCost',
  contractTotalPrice: 'contractTotalPrice',
  laborTotalCost: 'laborTotalCost',
  materialPretaxCost: 'materialPretaxCost',
  materialSalesTax: 'materialSalesTax',
  materialTotalCost: 'materialTotalCost',
  otherTotalCost: 'otherTotalCost',
  profitAmount: 'profitAmount',
  profitMargin: 'profitMargin',
  totalCost: 'totalCost',
  totalPrice: 'totalPrice',
} as const satisfies Record<ListField, keyof Tables['productionList']>

/** The same for the fields of an item that clients see. */
export const shownItemColumns = {
  id: 'id',
  name: 'name',
  listItemGroupName: 'groupName',
  tradeType: 'tradeType',
  type: 'type',
  SKU: 'sku',
  color: 'color',
  notes: 'notes',
  vendorId: 'vendorId',
  measurement: 'measurement',
  measurementUnits: 'measurementUnits',
  wasteFactor: 'wasteFactor',
  calculatedQuantity: 'calculatedQuantity',
  quantity: 'quantity',
  quantityUnits: 'quantityUnits',
  unitCost: 'unitCost',
  taxPercent: 'taxPercent',
  pretaxCost: 'pretaxCost',
  totalCost: 'totalCost',
  totalPrice: 'totalPrice',
} as const satisfies Partial<Record<keyof ItemState, keyof Tables['listItem']>>

/** The same for all fields of an item. */
export const itemColumns = {
  ...shownItemColumns,
  origin: 'origin',
  templateLineId: 'templateLineId',
  productId: 'productId',
  measure: 'measure',
  computedMeasurement: 'computedMeasurement',
  coverage: 'coverage',
  rounding: 'rounding',
  roundingStep: 'roundingStep',
  minimumQuantity: 'minimumQuantity',
  isCombined: 'isCombined',
  carriedIn: 'carriedIn',
  leftover: 'leftover',
  unitCostSource: 'unitCostSource',
  priceId: 'priceId',
  markup: 'markup',
  manualFields: 'manualFields',
} as const satisfies Record<keyof ItemState, keyof Tables['listItem']>

type Columns = Readonly<Record<string, string>>

type Selections<Alias extends string, C extends Columns> = readonly {
  [Field in keyof C & string]: `${Alias}.${C[Field]} as ${Field}`
}[keyof C & string][]

/** The fields as a statement selects them: `i.groupName as listItemGroupName`. */
export function selectionsOf<Alias extends string, C extends Columns>(
  alias: Alias,
  columns: C,
): Selections<Alias, C> {
  return Object.entries(columns).map(
    ([field, column]) => `${alias}.${column} as ${field}`,
  ) as unknown as Selections<Alias, C>
}

type ByColumn<Fields, C extends Columns> = {
  readonly [Field in keyof C & keyof Fields as C[Field]]: Fields[Field]
}

/** The fields, or their parameters, as a statement writes them: each under the name of its column. */
export function byColumn<Fields extends object, C extends Columns>(
  fields: Fields,
  columns: C,
): ByColumn<Fields, C> {
  const entries = Object.entries(columns).map(([field, column]) => [
    column,
    fields[field as keyof Fields],
  ])
  return Object.fromEntries(entries) as ByColumn<Fields, C>
}
