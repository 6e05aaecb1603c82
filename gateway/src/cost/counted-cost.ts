import type { Counters, SplicedData } from '../execution/compiled/splice/spliced-data.ts'
import { amount } from './key-cost.ts'
import type { CostedField, CostedKey, Values } from './key-cost.ts'

/** A field whose cost follows from its numbers of objects and nulls. */
interface Counted {
  /** Index of the number of its objects in the counts; the number of its nulls follows. */
  readonly at: number
  /** Index of the number of objects that have the field; undefined for root fields, which exist once. */
  readonly parents: number | undefined
  readonly field: CostedField
}

/** The cost of the keys of a response, by its counts; undefined where values have to be inspected. */
export type CostByCounts = (data: SplicedData, values: Values) => number | undefined

export function compileCostByCounts(keys: readonly CostedKey[], counters: Counters): CostByCounts {
  const counted = countedOf(keys, { counters, names: [], parents: undefined })
  if (counted === undefined) return () => undefined
  return ({ counts }, values) => {
    let cost = 0
    for (const { at, parents, field } of counted) {
      const inputs = amount(field.inputs, values)
      // Each list by itself costs nothing less than 0.
      if (inputs < 0) return undefined
      const times = parents === undefined ? 1 : (counts[parents] ?? 0)
      cost += times * inputs + (counts[at] ?? 0) * field.weight
      cost += (counts[at + 1] ?? 0) * field.weightOfNull
    }
    return cost
  }
}

interface Above {
  readonly counters: Counters
  readonly names: readonly string[]
  readonly parents: number | undefined
}

function countedOf(keys: readonly CostedKey[], above: Above): Counted[] | undefined {
  const all: Counted[] = []
  for (const { key, fields } of keys) {
    const names = [...above.names, key]
    const at = above.counters.get(names.join('.'))
    const [field, ...others] = fields
    if (field === undefined || others.length > 0 || at === undefined) return undefined
    if (field.weight < 0 || field.weightOfNull < 0) return undefined
    const below = countedOf(field.keys, { ...above, names, parents: at })
    if (below === undefined) return undefined
    all.push({ at, parents: above.parents, field }, ...below)
  }
  return all
}
