import type { Template } from '../templates/template.ts'
import { isManual } from './list-state.ts'
import type { ItemState } from './list-state.ts'

/** Vendors in place of those of template lines, by the id of the line. Null: the item is ordered from no vendor. */
export type VendorOfLine = ReadonlyMap<number, number | null>

/** The vendors that were set by hand, for items of template lines. */
export function manualVendors(items: readonly ItemState[]): VendorOfLine {
  return new Map(
    items
      .filter((item) => isManual(item, 'vendorId'))
      .flatMap(({ templateLineId, vendorId }) =>
        templateLineId === null ? [] : [[templateLineId, vendorId] as const],
      ),
  )
}

/** The template with other vendors of its lines, so that their items are priced by the books of these vendors. */
export function withVendors<Some extends Template>(template: Some, vendors: VendorOfLine): Some {
  const lines = template.lines.map((line) => {
    const vendorId = vendors.get(line.id)
    return vendorId === undefined ? line : { ...line, vendorId }
  })
  return { ...template, lines }
}
