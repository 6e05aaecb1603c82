import { draw } from './made-up-values.ts'
import type { World } from './made-up-values.ts'

/** One of this many values is spoilt. */
const ODDS = 40
const WRONG_VALUES = [{}, [], 'text', 12.5, true, null]

/**
 * Values of other types than the schema declares, and objects without a `__typename`. Drawn from an object's values, so
 * that an entity is spoilt in the same way for equal requests.
 */
export function spoil(object: object, world: World): Record<string, unknown> {
  const text = `${world.seed} ${JSON.stringify(object)}`
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, one]: [string, unknown]): [string, unknown][] => {
      const isLeaf = typeof one !== 'object' && one !== null
      if (!isLeaf || isIdentity(key, one, object) || draw(`${text} ${key}`) % ODDS !== 0)
        return [[key, spoilBelow(one, world)]]
      if (key === '__typename') {
        world.tally.add('missing __typename')
        return []
      }
      world.tally.add('wrong value')
      return [[key, WRONG_VALUES[draw(`${text} wrong ${key}`) % WRONG_VALUES.length]]]
    }),
  )
}

/** Keys, and the type under another name: other values would contradict the rest of the object. */
function isIdentity(key: string, value: unknown, object: object): boolean {
  const isType = '__typename' in object && object.__typename === value
  return /^(id|sku|upc|login)$/.test(key) || (isType && key !== '__typename')
}

function spoilBelow(value: unknown, world: World): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => spoilBelow(element, world))
  return typeof value === 'object' && value !== null ? spoil(value, world) : value
}
