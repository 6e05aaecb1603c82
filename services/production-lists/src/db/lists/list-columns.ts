import { sql as raw } from 'kysely'
import { numeric } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { ItemState, ListState } from '../../domain/lists/list-state.ts'
import type { Columns } from '../columns.ts'
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

/** The column of each field of a list item. Diffs list the fields in this order. */
export const itemColumns = {
  id: 'id',
  origin: 'origin',
  templateLineId: 'templateLineId',
  productId: 'productId',
  name: 'name',
  listItemGroupName: 'groupName',
  tradeType: 'tradeType',
  type: 'type',
  SKU: 'sku',
  color: 'color',
  notes: 'notes',
  vendorId: 'vendorId',
  measure: 'measure',
  computedMeasurement: 'computedMeasurement',
  measurement: 'measurement',
  measurementUnits: 'measurementUnits',
  coverage: 'coverage',
  wasteFactor: 'wasteFactor',
  rounding: 'rounding',
  roundingStep: 'roundingStep',
  minimumQuantity: 'minimumQuantity',
  isCombined: 'isCombined',
  calculatedQuantity: 'calculatedQuantity',
  quantity: 'quantity',
  carriedIn: 'carriedIn',
  leftover: 'leftover',
  quantityUnits: 'quantityUnits',
  unitCost: 'unitCost',
  unitCostSource: 'unitCostSource',
  priceId: 'priceId',
  taxPercent: 'taxPercent',
  markup: 'markup',
  pretaxCost: 'pretaxCost',
  totalCost: 'totalCost',
  totalPrice: 'totalPrice',
  manualFields: 'manualFields',
} as const satisfies Record<keyof ItemState, keyof Tables['listItem']>

/** Fields that only the rules of items use. */
const RULE_FIELDS = [
  'origin',
  'templateLineId',
  'productId',
  'measure',
  'computedMeasurement',
  'coverage',
  'rounding',
  'roundingStep',
  'minimumQuantity',
  'isCombined',
  'carriedIn',
  'leftover',
  'unitCostSource',
  'priceId',
  'manualFields',
] as const satisfies readonly (keyof ItemState)[]

type RuleField = (typeof RULE_FIELDS)[number]

/** The columns of the fields that clients see. */
export const shownItemColumns = Object.fromEntries(
  Object.entries(itemColumns).filter(([field]) => !RULE_FIELDS.includes(field as RuleField)),
) as Omit<typeof itemColumns, RuleField>

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

/** All fields of an item `i`. */
export function itemSelections() {
  const { coverage: _rounded, ...others } = itemColumns
  return [...selectionsOf('i', others), exactCoverage()]
}

/** Items that the previous version has saved have no exact coverage, or that of an earlier rule. */
function exactCoverage() {
  const [stored, exact] = [raw.ref('i.coverage'), raw.ref('i.exactCoverage')]
  const current = raw`case when round(${exact}, 5) = ${stored} then ${exact} else ${stored} end`
  return column('coverage', numeric, current)
}
