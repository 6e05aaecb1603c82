import { useFormat } from '../../i18n/language.tsx'
import { useVendors } from '../../session/use-vendors.ts'

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

/** Writes the value of a field as people read it. */
export function useShownValue(): (field: string, value: unknown) => string {
  const format = useFormat()
  const { data: vendors } = useVendors()
  const vendorOf = (id: unknown): string | undefined =>
    vendors?.find((vendor) => vendor.id === id)?.vendorName
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'string') {
      if (field === 'soldAt') return format.dateTime(value)
      return field === 'quantityUnits' ? format.unit(value) : value
    }
    if (typeof value !== 'number') return JSON.stringify(value)
    if (field === 'vendorId') return vendorOf(value) ?? String(value)
    if (field === 'measurementVersion') return String(value)
    if (field === 'taxPercent') return format.percent(value)
    if (field === 'wasteFactor' || field === 'markup') return format.percent(value * 100)
    if (field === 'unitCost') return format.unitCost(value)
    return MONEY.test(field) ? format.money(value) : format.number(value, 5)
  }
}
