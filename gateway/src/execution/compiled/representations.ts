import type { FetchDataRewrite, QueryPlanSelectionNode } from '@apollo/query-planner'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import { getOwn, setOwn } from './own-members.ts'
import { merge } from './merge.ts'
import { rewrite } from './rewrites.ts'
import type { IsOfType } from './types.ts'

/** The representation of an entity in a request, as JSON text; undefined when a needed field is missing. */
export type RepresentAsText = (entity: JsonObject) => string | undefined

export interface Requirements {
  /** The fields that the subgraph needs, as a selection in the terms of the plan. */
  readonly requires: readonly QueryPlanSelectionNode[]
  readonly rewrites: readonly FetchDataRewrite[] | undefined
  readonly isOfType: IsOfType
}

export function compileRepresent({ requires, rewrites, isOfType }: Requirements): RepresentAsText {
  return (entity) => {
    const representation = select(entity, requires, isOfType)
    if (!representation?.['__typename']) return undefined
    if (rewrites !== undefined) rewrite(representation, rewrites, isOfType)
    return JSON.stringify(representation)
  }
}

function select(
  source: JsonObject,
  selections: readonly QueryPlanSelectionNode[],
  isOfType: IsOfType,
): JsonObject | undefined {
  const result: JsonObject = {}
  for (const selection of selections) {
    if (selection.kind === 'Field') {
      const name = selection.alias ?? selection.name
      const value = getOwn(source, name)
      if (value === undefined) return undefined
      setOwn(result, name, selectValue(value, selection.selections, isOfType))
    } else if (
      selection.typeCondition !== undefined &&
      isOfType(getOwn(source, '__typename'), selection.typeCondition)
    ) {
      const part = select(source, selection.selections, isOfType)
      if (part !== undefined) merge(result, part)
    }
  }
  return result
}

/** The part of a value that is selected. */
export function selectValue(
  value: unknown,
  selections: readonly QueryPlanSelectionNode[] | undefined,
  isOfType: IsOfType,
): unknown {
  if (Array.isArray(value))
    return value.map((element: unknown) => selectValue(element, selections, isOfType))
  if (selections === undefined || !isJsonObject(value)) return value
  return select(value, selections, isOfType) ?? null
}
