import type { MeasureExpression, MeasurementUnits } from '../templates/measure-expression.ts'
import type { ItemType } from '../templates/template-line.ts'
import type { Rounding } from './takeoff.ts'

/**
 * A list as plain data, under the API's names. Every number is a decimal of at most 15 digits, which a
 * double holds exactly enough to print the same digits again; it is calculated with as `Exact`.
 */
export interface ListState extends ListTotals {
  readonly id: number
  readonly orgId: number
  readonly jobId: number
  readonly salesOpportunityId: number
  readonly version: number
  readonly name: string | null
  readonly measurementId: number
  /** The version of the job's measurements that the items were computed from. */
  readonly measurementVersion: number
  readonly templateIds: readonly number[]
  /** Template lines whose items were removed by hand; a recompute does not add them again. */
  readonly removedLineIds: readonly number[]
  readonly totalDiscount: number
  /** ISO 8601; null before the job is sold. */
  readonly soldAt: string | null
  readonly contractLaborTotal: number
  readonly contractMaterialSubtotal: number
  readonly contractMaterialTax: number
  readonly contractMaterialTotal: number
  readonly contractOtherTotal: number
  readonly contractPreDiscountPrice: number
  readonly contractTotalCost: number
  readonly contractTotalPrice: number
  /** In the order of the list. */
  readonly items: readonly ItemState[]
}

/** Figures calculated from the items and the discount. */
export interface ListTotals {
  readonly laborTotalCost: number
  readonly materialPretaxCost: number
  readonly materialSalesTax: number
  readonly materialTotalCost: number
  readonly otherTotalCost: number
  readonly profitAmount: number
  /** Per cent of the price, to 4 decimals; 0 when the price is 0. */
  readonly profitMargin: number
  readonly totalCost: number
  readonly totalPrice: number
}

/**
 * Fields that can be set by hand and that a recompute then keeps, with the effect of null on each: it restores the
 * computed value, is refused, is a value like others, or is an empty text.
 */
export const nullOfManualField = {
  measurement: 'computed',
  quantity: 'computed',
  name: 'refused',
  listItemGroupName: 'refused',
  wasteFactor: 'refused',
  unitCost: 'refused',
  taxPercent: 'refused',
  markup: 'refused',
  color: 'value',
  notes: 'empty',
  vendorId: 'value',
} as const

export type ManualField = keyof typeof nullOfManualField

export const manualFields = Object.keys(nullOfManualField) as readonly ManualField[]

/** The source of the unit cost. */
export type UnitCostSource = 'template' | 'price-book' | 'manual'

export interface ItemState extends ItemFigures {
  /** Below 0 while the item is not saved. */
  readonly id: number
  readonly origin: 'template' | 'manual'
  /** Null for an item added by hand. The line may have been removed from its template. */
  readonly templateLineId: number | null
  readonly productId: number | null
  readonly name: string
  readonly listItemGroupName: string
  readonly tradeType: string
  readonly type: ItemType
  readonly SKU: string | null
  readonly color: string | null
  readonly notes: string
  readonly vendorId: number | null
  /** Empty when the item was added by hand. */
  readonly measure: MeasureExpression
  /** Computed from the measured property, in `measurementUnits`. */
  readonly computedMeasurement: number
  readonly measurementUnits: MeasurementUnits
  /** Measurement units that one quantity unit covers. */
  readonly coverage: number
  readonly wasteFactor: number
  readonly rounding: Rounding
  readonly roundingStep: number | null
  /** Minimum quantity to order when anything is needed. */
  readonly minimumQuantity: number | null
  /** Whether the item is added to other items of the same product before rounding. */
  readonly isCombined: boolean
  readonly quantityUnits: string
  readonly unitCost: number
  readonly unitCostSource: UnitCostSource
  /** The price-book row that the unit cost was taken from. */
  readonly priceId: number | null
  readonly taxPercent: number
  readonly markup: number
  readonly manualFields: readonly ManualField[]
}

/** Figures calculated from an item's rule; `calculateList` sets them. */
export interface ItemFigures {
  /** The computed measurement, unless it was set by hand. */
  readonly measurement: number
  readonly calculatedQuantity: number
  readonly quantity: number
  /** Leftover of earlier items of the same product, which this item uses up first. */
  readonly carriedIn: number
  /** Ordered quantity beyond the need. */
  readonly leftover: number
  readonly pretaxCost: number
  readonly totalCost: number
  readonly totalPrice: number
}

export function isManual(
  { manualFields }: Pick<ItemState, 'manualFields'>,
  field: ManualField,
): boolean {
  return manualFields.includes(field)
}
