import type { FetchDataRewrite } from '@apollo/query-planner'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { getOwn, setOwn } from './own-members.ts'
import type { ResponsePath } from './places.ts'
import type { IsOfType } from './types.ts'

const FRAGMENT = '... on '

/** Renames fields and values that differ between two subgraphs, or between the plan and a subgraph. */
export function rewrite(
  value: unknown,
  rewrites: readonly FetchDataRewrite[],
  isOfType: IsOfType,
): void {
  for (const one of rewrites) rewriteAt(value, { path: one.path, one, isOfType })
}

/**
 * Renames the keys in the path of an error, which has no types, as `rewrite` does in a response. A renamed field has a
 * name of its own.
 */
export function rewritePath(
  path: readonly (string | number)[],
  rewrites: readonly FetchDataRewrite[],
): ResponsePath {
  const rewritten = [...path]
  const keyIndexes = path.flatMap((part, index) => (typeof part === 'string' ? [index] : []))
  for (const one of rewrites) {
    if (one.kind !== 'KeyRenamer') continue
    const keys = one.path.filter((step) => !step.startsWith(FRAGMENT))
    const last = keyIndexes[keys.length - 1]
    if (
      last !== undefined &&
      keys.every((key, depth) => rewritten[keyIndexes[depth] ?? -1] === key)
    )
      rewritten[last] = one.renameKeyTo
  }
  return rewritten
}

interface Step {
  readonly path: readonly string[]
  readonly one: FetchDataRewrite
  readonly isOfType: IsOfType
}

function rewriteAt(value: unknown, step: Step): void {
  if (Array.isArray(value)) {
    for (const element of value) rewriteAt(element, step)
    return
  }
  const [first, ...rest] = step.path
  if (!isJsonObject(value) || first === undefined) return
  if (rest.length === 0) apply(value, first, step.one)
  else if (!first.startsWith(FRAGMENT)) rewriteAt(getOwn(value, first), { ...step, path: rest })
  else if (matches(value, first.slice(FRAGMENT.length), step.isOfType))
    rewriteAt(value, { ...step, path: rest })
}

/** An object without a `__typename` matches any type. */
function matches(value: JsonObject, type: string, isOfType: IsOfType): boolean {
  const typename = getOwn(value, '__typename')
  return !typename || isOfType(typename, type)
}

function apply(object: JsonObject, key: string, one: FetchDataRewrite): void {
  if (one.kind === 'ValueSetter') return setOwn(object, key, one.setValueTo)
  const value = getOwn(object, key)
  if (value === undefined || value === null) return
  setOwn(object, one.renameKeyTo, value)
  // Not deleted: that would make the object slow, and `undefined` counts as missing everywhere.
  object[key] = undefined
}
