import type { DiffFieldsFragment } from '../../../generated/operations.ts'
import type { Format } from '../../../i18n/format.ts'
import type { Vendor } from '../../../session/use-vendors.ts'

const MONEY = /Cost|Price|Amount|Discount/
/** Figures that follow from others. */
export const DERIVED = new Set([
  'pretaxCost',
  'calculatedQuantity',
  'profitMargin',
  'profitAmount',
  'materialPretaxCost',
  'materialSalesTax',
  'materialTotalCost',
  'laborTotalCost',
  'otherTotalCost',
  'isManualMeasurement',
  'manualFields',
  'priceId',
  'computedMeasurement',
  'leftover',
  'carriedIn',
])

interface Words {
  readonly format: Format
  readonly vendors: readonly Pick<Vendor, 'id' | 'vendorName'>[]
}

/** The value of a field as people read it. A percentage has all its decimals: it is what is charged, and a change of 8.25 to 8.3 must be seen. */
export function shownValue(field: string, value: unknown, { format, vendors }: Words): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string') {
    if (field === 'soldAt') return format.dateTime(value)
    return field === 'quantityUnits' ? format.unit(value) : value
  }
  if (typeof value !== 'number') return JSON.stringify(value)
  if (field === 'vendorId')
    return vendors.find((vendor) => vendor.id === value)?.vendorName ?? String(value)
  if (field === 'measurementVersion') return String(value)
  if (field === 'taxPercent') return format.percent(value, 5)
  if (field === 'wasteFactor' || field === 'markup') return format.percent(value * 100, 5)
  if (field === 'unitCost') return format.unitCost(value)
  return MONEY.test(field) ? format.money(value) : format.number(value, 5)
}

/**
 * Whether an item uses more or fewer packages that are left over from others. An item that is added or removed has all its
 * fields, also where nothing was left over for it.
 */
export const sharesPackages = ({ items }: Pick<DiffFieldsFragment, 'items'>): boolean =>
  items.some(({ changes }) =>
    changes.some(
      ({ field, from, to }) => field === 'carriedIn' && Number(from ?? 0) !== Number(to ?? 0),
    ),
  )
