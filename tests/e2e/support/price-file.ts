/** A file for a price book: so many products, all at one price. */
export function priceFile(marker: string, count: number, unitCost: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${marker}-${index + 1},${marker} Part ${index + 1},EACH,${unitCost},2026-01-01`,
  )
  return ['sku,name,unit,unit_cost,effective_from', ...rows].join('\n')
}
