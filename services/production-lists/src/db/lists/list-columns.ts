import type { ItemState, ListState } from '../../domain/lists/list-state.ts'

type ListField = Exclude<
  keyof ListState,
  'items' | 'salesOpportunityId' | 'measurementVersion' | 'soldAt'
>

interface Column {
  readonly name: string
  /** How it is selected, where its text would not be the state's value. */
  readonly as?: 'number' | 'json'
}

const plain = (name: string): Column => ({ name })
const number = (name: string): Column => ({ name, as: 'number' })

/** Where each field of a list is kept: the one table that reading and saving share. */
export const listColumns: Readonly<Record<ListField, Column>> = {
  id: plain('id'),
  orgId: plain('org_id'),
  jobId: plain('job_id'),
  version: plain('version'),
  name: plain('name'),
  measurementId: plain('measurement_id'),
  templateIds: plain('template_ids'),
  removedLineIds: plain('removed_line_ids'),
  totalDiscount: number('total_discount'),
  contractLaborTotal: number('contract_labor_total'),
  contractMaterialSubtotal: number('contract_material_subtotal'),
  contractMaterialTax: number('contract_material_tax'),
  contractMaterialTotal: number('contract_material_total'),
  contractOtherTotal: number('contract_other_total'),
  contractPreDiscountPrice: number('contract_pre_discount_price'),
  contractTotalCost: number('contract_total_cost'),
  contractTotalPrice: number('contract_total_price'),
  laborTotalCost: number('labor_total_cost'),
  materialPretaxCost: number('material_pretax_cost'),
  materialSalesTax: number('material_sales_tax'),
  materialTotalCost: number('material_total_cost'),
  otherTotalCost: number('other_total_cost'),
  profitAmount: number('profit_amount'),
  profitMargin: number('profit_margin'),
  totalCost: number('total_cost'),
  totalPrice: number('total_price'),
}

/** The same for its items. */
export const itemColumns: Readonly<Record<keyof ItemState, Column>> = {
  id: plain('id'),
  origin: plain('origin'),
  templateLineId: plain('template_line_id'),
  productId: plain('product_id'),
  name: plain('name'),
  listItemGroupName: plain('group_name'),
  tradeType: plain('trade_type'),
  type: plain('type'),
  SKU: plain('sku'),
  color: plain('color'),
  notes: plain('notes'),
  vendorId: plain('vendor_id'),
  measure: { name: 'measure', as: 'json' },
  computedMeasurement: number('computed_measurement'),
  measurement: number('measurement'),
  measurementUnits: plain('measurement_units'),
  coverage: number('coverage'),
  wasteFactor: number('waste_factor'),
  rounding: plain('rounding'),
  roundingStep: number('rounding_step'),
  minimumQuantity: number('minimum_quantity'),
  isCombined: plain('is_combined'),
  calculatedQuantity: number('calculated_quantity'),
  quantity: number('quantity'),
  carriedIn: number('carried_in'),
  leftover: number('leftover'),
  quantityUnits: plain('quantity_units'),
  unitCost: number('unit_cost'),
  unitCostSource: plain('unit_cost_source'),
  priceId: plain('price_id'),
  taxPercent: number('tax_percent'),
  markup: number('markup'),
  pretaxCost: number('pretax_cost'),
  totalCost: number('total_cost'),
  totalPrice: number('total_price'),
  manualFields: plain('manual_fields'),
}

/**
 * `a.total_cost::float8 as "totalCost", …`. A numeric becomes the double nearest to it, which JSON writes back
 * with the same digits.
 */
export function selectColumns(alias: string, columns: Readonly<Record<string, Column>>): string {
  return Object.entries(columns)
    .map(([field, { name, as }]) => {
      const cast = as === 'number' ? '::float8' : as === 'json' ? '::text' : ''
      return `${alias}.${name}${cast} as "${field}"`
    })
    .join(', ')
}

/** A row for `jsonb_populate_recordset`. */
export function rowOf<Fields extends object>(
  fields: Fields,
  columns: Readonly<Partial<Record<keyof Fields, Column>>>,
): Record<string, unknown> {
  const entries = Object.entries(columns) as [keyof Fields, Column][]
  return Object.fromEntries(entries.map(([field, { name }]) => [name, fields[field]]))
}
