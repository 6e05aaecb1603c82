import { shareOfSorted } from '../share-of.ts'

/** Prints the distribution of delays in one line. */
export function printDelays(name: string, delaysMs: Float64Array): void {
  const sorted = delaysMs.toSorted()
  const at = (share: number): string => shareOfSorted(sorted, share).toFixed(2).padStart(9)
  console.log(
    `  ${name.padEnd(44)}p50${at(0.5)}   p90${at(0.9)}   p99${at(0.99)}   p99.9${at(0.999)}   most${at(1)} ms`,
  )
}

/** The delay below which the given share of all delays lies. */
export function delayOf(delaysMs: Float64Array, share: number): number {
  return shareOfSorted(delaysMs.toSorted(), share)
}
