import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { getOwn } from './own-members.ts'

/** A path of a plan: keys, and `@` for each element of an array. */
export type PlanPath = readonly (string | number)[]
export type ResponsePath = (string | number)[]

/** The objects at a path of a plan, in the order of the response; nulls on the way are left out. */
export function objectsAt(root: JsonObject, path: PlanPath): JsonObject[] {
  const found: JsonObject[] = []
  collect(root, path, 0, found)
  return found
}

function collect(value: unknown, path: PlanPath, depth: number, found: JsonObject[]): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    const next = path[depth] === '@' ? depth + 1 : depth
    for (const element of value) collect(element, path, next, found)
  } else if (depth === path.length) {
    if (isJsonObject(value)) found.push(value)
  } else if (isJsonObject(value)) {
    collect(getOwn(value, String(path[depth])), path, depth + 1, found)
  }
}

/** The paths that a client sees of the objects at a path of a plan, in the order of `objectsAt`. */
export function pathsAt(root: JsonObject, path: PlanPath): ResponsePath[] {
  const found: ResponsePath[] = []
  trace(root, { path, depth: 0, above: [] }, found)
  return found
}

interface Position {
  readonly path: PlanPath
  readonly depth: number
  readonly above: readonly (string | number)[]
}

function trace(value: unknown, { path, depth, above }: Position, found: ResponsePath[]): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    const next = path[depth] === '@' ? depth + 1 : depth
    for (const [index, element] of value.entries())
      trace(element, { path, depth: next, above: [...above, index] }, found)
  } else if (depth === path.length) {
    if (isJsonObject(value)) found.push([...above])
  } else if (isJsonObject(value)) {
    const key = String(path[depth])
    trace(getOwn(value, key), { path, depth: depth + 1, above: [...above, key] }, found)
  }
}
