import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { getOwn, setOwn } from './own-members.ts'

/**
 * Merges a subgraph's response into the data that is known already. Objects are merged, arrays of equal length element
 * by element, and anything else is replaced.
 */
export function merge(target: JsonObject, source: JsonObject): void {
  for (const key of Object.keys(source)) {
    const value = source[key]
    const known = getOwn(target, key)
    if (known === undefined || known === null) setOwn(target, key, value)
    else if (isJsonObject(known) && isJsonObject(value)) merge(known, value)
    else if (Array.isArray(known) && Array.isArray(value) && known.length === value.length)
      mergeElements(known, value)
    else setOwn(target, key, value)
  }
}

function mergeElements(target: unknown[], source: readonly unknown[]): void {
  for (let index = 0; index < source.length; index += 1) {
    const [known, value] = [target[index], source[index]]
    if (isJsonObject(known) && isJsonObject(value)) merge(known, value)
    else target[index] = value
  }
}
