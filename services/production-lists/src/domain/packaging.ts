import { Exact } from './exact.ts'

/** One `unit` holds so many `of`. */
export interface Package {
  readonly unit: string
  readonly holds: number
  readonly of: string
}

const builtIn: readonly Package[] = [{ unit: 'SQUARES', holds: 100, of: 'SQUARE_FEET' }]

/** An amount of one unit in another, or undefined when no chain of packages leads there. */
export function convert(
  amount: Exact,
  from: string,
  to: string,
  packages: readonly Package[],
): Exact | undefined {
  const edges = [...packages, ...builtIn]
  const amounts = new Map([[from, amount]])
  for (const [unit, value] of amounts) {
    if (unit === to) return value
    for (const edge of edges) {
      if (edge.unit === unit && !amounts.has(edge.of)) amounts.set(edge.of, value.times(edge.holds))
      if (edge.of === unit && !amounts.has(edge.unit)) amounts.set(edge.unit, value.div(edge.holds))
    }
  }
  return undefined
}
