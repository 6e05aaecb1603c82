import type { FetchDataRewrite, QueryPlanSelectionNode } from '@apollo/query-planner'
import { getOwn, isObject, setOwn } from './json.ts'
import type { JsonObject } from './json.ts'
import { merge } from './merge.ts'
import { rewrite } from './rewrites.ts'
import type { IsOfType } from './types.ts'

/** What a fetch says of the entities that it asks for, each once. */
export interface Representations {
  readonly count: number
  /** A JSON array of the distinct ones. */
  readonly text: string
  /** Of each entity the number of its representation; undefined where its key is not known. */
  readonly numberOf: readonly (number | undefined)[]
}

/** One representation of an entity: undefined when a field that it needs is missing. */
type Represent = (entity: JsonObject) => JsonObject | undefined
/** The same as JSON text. */
export type RepresentAsText = (entity: JsonObject) => string | undefined

export function gatherRepresentations(
  entities: readonly JsonObject[],
  represent: RepresentAsText,
): Representations {
  const numbers = new Map<string, number>()
  const numberOf = entities.map((entity) => {
    const text = represent(entity)
    if (text === undefined) return undefined
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  })
  return { count: numbers.size, text: `[${[...numbers.keys()].join(',')}]`, numberOf }
}

export interface Requirements {
  /** The fields that the subgraph wants to see, as a selection in the words of the plan. */
  readonly requires: readonly QueryPlanSelectionNode[]
  readonly rewrites: readonly FetchDataRewrite[] | undefined
  readonly isOfType: IsOfType
}

export function compileRepresent(requirements: Requirements): RepresentAsText {
  const { requires, rewrites, isOfType } = requirements
  const represent = compileAsObject(requires, isOfType)
  const asText: RepresentAsText = (entity) => {
    const representation = represent(entity)
    if (representation === undefined) return undefined
    if (rewrites !== undefined) rewrite(representation, rewrites, isOfType)
    return JSON.stringify(representation)
  }
  return rewrites === undefined ? plainly(requirements, asText) : asText
}

/**
 * Most entities are asked for by a type and a few fields without fields of their own. These are written down without
 * an object between: a quarter of the time.
 */
function plainly(
  { requires, isOfType }: Requirements,
  otherwise: RepresentAsText,
): RepresentAsText {
  const byType = new Map<unknown, PlainMembers>()
  return (entity) => {
    const type = getOwn(entity, '__typename')
    let members = byType.get(type)
    if (members === undefined) {
      members = plainMembers(requires, type, isOfType)
      if (members === undefined) return otherwise(entity)
      byType.set(type, members)
    }
    let text = members.head
    for (const { name, key } of members.others) {
      const value = getOwn(entity, name)
      if (value === undefined) return undefined
      text += key + jsonText(value)
    }
    return `${text}}`
  }
}

interface PlainMembers {
  /** The beginning of the JSON text, with the type. */
  readonly head: string
  /** The other fields, with the JSON text before their values. */
  readonly others: readonly { readonly name: string; readonly key: string }[]
}

/** What is asked of entities of a type; undefined unless one fragment with nothing but plain fields tells all. */
function plainMembers(
  requires: readonly QueryPlanSelectionNode[],
  type: unknown,
  isOfType: IsOfType,
): PlainMembers | undefined {
  const applying = requires.filter(
    (selection) =>
      selection.kind === 'Field' ||
      (selection.typeCondition !== undefined && isOfType(type, selection.typeCondition)),
  )
  const [only, ...others] = applying
  if (only?.kind !== 'InlineFragment' || others.length > 0) return undefined
  const names = new Set(
    only.selections.map((field) =>
      field.kind === 'Field' && field.selections === undefined ? (field.alias ?? field.name) : '',
    ),
  )
  if (!names.delete('__typename') || names.has('')) return undefined
  return {
    head: `{"__typename":${JSON.stringify(type)}`,
    others: [...names].map((name) => ({ name, key: `,"${name}":` })),
  }
}

/** Most keys are ids, which JSON writes as they are. To have them looked through took as long as all the rest. */
const PLAIN_TEXT = /^[\w.:-]*$/

function jsonText(value: unknown): string {
  return typeof value === 'string' && PLAIN_TEXT.test(value) ? `"${value}"` : JSON.stringify(value)
}

function compileAsObject(
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
