import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { getOwn, isObject, setOwn } from './json.ts'
import type { JsonObject } from './json.ts'
import { merge } from './merge.ts'
import type { IsOfType } from './types.ts'

/** What a fetch says of the entities that it asks for, each once. */
export interface Representations {
  /** The distinct ones. */
  readonly values: readonly JsonObject[]
  /** A JSON array of them. */
  readonly text: string
  /** Of each entity the number of its representation; undefined where its key is not known. */
  readonly numberOf: readonly (number | undefined)[]
}

/** One representation of an entity: undefined when a field that it needs is missing. */
export type Represent = (entity: JsonObject) => JsonObject | undefined

export function gatherRepresentations(
  entities: readonly JsonObject[],
  represent: Represent,
): Representations {
  const values: JsonObject[] = []
  const texts: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = entities.map((entity) => {
    const value = represent(entity)
    if (value === undefined) return undefined
    const text = JSON.stringify(value)
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, values.length)
    texts.push(text)
    return values.push(value) - 1
  })
  return { values, text: `[${texts.join(',')}]`, numberOf }
}

/** @param requires the fields that the subgraph wants to see, as a selection in the words of the plan */
export function compileRepresent(
  requires: readonly QueryPlanSelectionNode[],
  isOfType: IsOfType,
): Represent {
  return (entity) => {
    const representation = select(entity, requires, isOfType)
    return representation?.['__typename'] ? representation : undefined
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

function selectValue(
  value: unknown,
  selections: readonly QueryPlanSelectionNode[] | undefined,
  isOfType: IsOfType,
): unknown {
  if (Array.isArray(value))
    return value.map((element: unknown) => selectValue(element, selections, isOfType))
  if (selections === undefined || !isObject(value)) return value
  return select(value, selections, isOfType) ?? null
}
