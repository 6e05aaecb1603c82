/** Of measured durations, in milliseconds. */
export interface Distribution {
  readonly p50: number
  readonly p95: number
  readonly max: number
}

export function distributionOf(durations: readonly number[]): Distribution {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}
