/** The value below which the given share of all values lies: 0.5 for the median. NaN when there are no values. */
export function shareOf(values: readonly number[], share: number): number {
  return shareOfSorted(Float64Array.from(values).sort(), share)
}

/** The same of values that are sorted. */
export function shareOfSorted(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
