import { isObject, setOwn } from './json.ts'
import type { JsonObject } from './json.ts'

/**
 * Adds what a subgraph answered to what is known already. Objects are merged, arrays of equal length place by
 * place, and anything else is replaced.
 */
export function merge(target: JsonObject, source: JsonObject): void {
  for (const key of Object.keys(source)) {
    const value = source[key]
    const known = Object.hasOwn(target, key) ? target[key] : undefined
    if (known === undefined || known === null) setOwn(target, key, value)
    else if (isObject(known) && isObject(value)) merge(known, value)
    else if (Array.isArray(known) && Array.isArray(value) && known.length === value.length)
      mergePlaces(known, value)
    else target[key] = value
  }
}

function mergePlaces(target: unknown[], source: readonly unknown[]): void {
  for (const [place, value] of source.entries()) {
    const known = target[place]
    if (isObject(known) && isObject(value)) merge(known, value)
    else target[place] = value
  }
}
