/** A file for a price book, with these products at one price. */
export function priceFile(marker: string, skus: readonly string[], unitCost: number): string {
  const rows = skus.map(
    (sku, index) => `${sku},${marker} Part ${index + 1},BUNDLES,${unitCost},2026-01-01`,
  )
  return ['sku,name,unit,unit_cost,effective_from', ...rows].join('\n')
}
