import type { Counters, SplicedData } from '../execution/compiled/splice/spliced-data.ts'
import { amount } from './place-cost.ts'
import type { CostedField, Place, Values } from './place-cost.ts'

/** A field whose cost follows from its numbers of objects and nulls. */
interface Counted {
  /** Index of the number of its objects in the counts; the number of its nulls follows. */
  readonly at: number
  /** Index of the number of objects that have the field; undefined for root fields, which exist once. */
  readonly parents: number | undefined
  readonly field: CostedField
}

/** The cost of the places of a response, by its counts; undefined where values have to be inspected. */
export type CostByCounts = (data: SplicedData, values: Values) => number | undefined

export function compileCostByCounts(places: readonly Place[], counters: Counters): CostByCounts {
  const counted = countedOf(places, { counters, names: [], parents: undefined })
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

function countedOf(places: readonly Place[], above: Above): Counted[] | undefined {
  const all: Counted[] = []
  for (const { key, fields } of places) {
    const names = [...above.names, key]
    const at = above.counters.get(names.join('.'))
    const [field, ...others] = fields
    if (field === undefined || others.length > 0 || at === undefined) return undefined
    if (field.weight < 0 || field.weightOfNull < 0) return undefined
    const below = countedOf(field.places, { ...above, names, parents: at })
    if (below === undefined) return undefined
    all.push({ at, parents: above.parents, field }, ...below)
  }
  return all
}
