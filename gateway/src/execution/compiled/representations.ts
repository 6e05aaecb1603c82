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

/** Represents entities as JSON text, of which equal ones are made once. */
export interface Represented {
  /** The text, or a number that stands for it; undefined when a field that it needs is missing. */
  readonly identify: (entity: JsonObject) => string | number | undefined
  readonly asText: RepresentAsText
}

export function gatherRepresentations(
  entities: readonly JsonObject[],
  { identify, asText }: Represented,
): Representations {
  const numbers = new Map<string | number, number>()
  const texts: (string | undefined)[] = []
  const numberOf = entities.map((entity) => {
    const identity = identify(entity)
    if (identity === undefined) return undefined
    const known = numbers.get(identity)
    if (known !== undefined) return known
    numbers.set(identity, texts.length)
    return texts.push(typeof identity === 'string' ? identity : asText(entity)) - 1
  })
  return { count: texts.length, text: `[${texts.join(',')}]`, numberOf }
}

export interface Requirements {
  /** The fields that the subgraph wants to see, as a selection in the words of the plan. */
  readonly requires: readonly QueryPlanSelectionNode[]
  readonly rewrites: readonly FetchDataRewrite[] | undefined
  readonly isOfType: IsOfType
}

export function compileRepresent(requirements: Requirements): Represented {
  const { requires, rewrites, isOfType } = requirements
  const represent = compileAsObject(requires, isOfType)
  const asText: RepresentAsText = (entity) => {
    const representation = represent(entity)
    if (representation === undefined) return undefined
    if (rewrites !== undefined) rewrite(representation, rewrites, isOfType)
    return JSON.stringify(representation)
  }
  return rewrites === undefined ? plainly(requirements, asText) : { identify: asText, asText }
}

/**
 * Most entities are asked for by a type and a few fields without fields of their own. These are written down without
 * an object between: a quarter of the time.
 */
function plainly({ requires, isOfType }: Requirements, otherwise: RepresentAsText): Represented {
  const byType = new Map<unknown, PlainMembers>()
  const membersOf = (entity: JsonObject): PlainMembers | undefined => {
    const type = getOwn(entity, '__typename')
    const known = byType.get(type)
    if (known !== undefined) return known
    const members = plainMembers(requires, type, isOfType)
    if (members === undefined) return undefined
    const numbered = { ...members, number: byType.size }
    byType.set(type, numbered)
    return numbered
  }
  const asText: RepresentAsText = (entity) => {
    const members = membersOf(entity)
    return members === undefined ? otherwise(entity) : plainText(entity, members)
  }
  return {
    asText,
    identify: (entity) => numberFor(entity, membersOf(entity)) ?? asText(entity),
  }
}

function plainText(entity: JsonObject, { head, others }: PlainMembers): string | undefined {
  let text = head
  for (const { name, key } of others) {
    const value = getOwn(entity, name)
    if (value === undefined) return undefined
    text += key + jsonText(value)
  }
  return `${text}}`
}

/** Types of entities that stand for one another in a place, and whole numbers by which they are known. */
const [TYPES_MAX, KEY_MAX] = [16, 2 ** 48]

/** To look for a number takes a fifth of the time of a text: most entities have one for a key. */
function numberFor(entity: JsonObject, members: PlainMembers | undefined): number | undefined {
  if (members?.onlyKey === undefined || members.number >= TYPES_MAX) return undefined
  const value = getOwn(entity, members.onlyKey)
  const isWhole = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < KEY_MAX
  return isWhole ? value * TYPES_MAX + members.number : undefined
}

interface PlainMembers {
  /** Of the type, in the order in which they came. */
  readonly number: number
  /** The field by which it is known, if there is but one. */
  readonly onlyKey: string | undefined
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
): Omit<PlainMembers, 'number'> | undefined {
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
    onlyKey: names.size === 1 ? [...names][0] : undefined,
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
