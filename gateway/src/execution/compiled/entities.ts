import { invariant } from '@takeoff/kit/values/invariant'
import { ENTITIES, VARIABLE } from './merged-operation.ts'
import type { EntityList, PlannedRequest } from './requests.ts'

/** The distinct representations of a list. */
export interface Representations {
  readonly count: number
  /** A JSON array. */
  readonly text: string
  /** For each fetch of the list, the representation of each object. */
  readonly fetches: readonly Represented[]
}

export interface Represented {
  /** For each object the number of its key; undefined where a field that is needed is missing. */
  readonly keys: readonly (number | undefined)[]
  /** The index of the representation of each key. */
  readonly indexes: readonly number[]
}

/** The index of the representation of each object. */
export function indexOfEach({ keys, indexes }: Represented): (number | undefined)[] {
  return keys.map((key) => (key === undefined ? undefined : indexes[key]))
}

/** The index of the representation of each object of a fetch. */
export function indexesOf({ fetches }: Representations, fetch: number): (number | undefined)[] {
  const represented = fetches[fetch]
  return represented === undefined ? [] : indexOfEach(represented)
}

/** Equal keys of one shape are of equal representations. */
export type Key = string | number

/** The objects of one fetch, by their representations. */
export interface KeyedObjects<T> {
  readonly shape: string
  /** Distinct keys. */
  readonly keys: readonly Key[]
  /** For each key, one object that has it. */
  readonly objects: readonly T[]
  /** For each object the number of its key; undefined where a field that is needed is missing. */
  readonly keyOfEach: readonly (number | undefined)[]
}

/** @param keyOf undefined when a field that is needed is missing */
export function keyObjects<T>(
  all: readonly T[],
  keyOf: (object: T) => Key | undefined,
  shape = '',
): KeyedObjects<T> {
  const known = new Map<Key, number>()
  const objects: T[] = []
  const keyOfEach = all.map((object) => {
    const key = keyOf(object)
    if (key === undefined) return undefined
    const number = known.get(key)
    if (number !== undefined) return number
    known.set(key, objects.length)
    return objects.push(object) - 1
  })
  return { shape, keys: [...known.keys()], objects, keyOfEach }
}

/** Equal representations of the fetches that share a list are sent once. */
export function gatherRepresentations<T>(
  fetches: readonly KeyedObjects<T>[],
  textOf: (object: T, fetch: number, key: Key) => string,
): Representations {
  const byKey = new Map<string, Map<Key, number>>()
  const byText = new Map<string, number>()
  const represented = fetches.map(({ shape, keys, objects, keyOfEach }, fetch): Represented => {
    const known = byKey.get(shape) ?? new Map<Key, number>()
    byKey.set(shape, known)
    const indexes = keys.map((key, number) => {
      const same = known.get(key)
      if (same !== undefined) return same
      const text = textOf(objects[number] as T, fetch, key)
      const index = byText.get(text) ?? byText.size
      byText.set(text, index)
      known.set(key, index)
      return index
    })
    return { keys: keyOfEach, indexes }
  })
  return { count: byText.size, text: `[${[...byText.keys()].join(',')}]`, fetches: represented }
}

/** A list that is requested under a response name. */
export interface SentList {
  readonly list: EntityList
  readonly name: string
  readonly representations: Representations
}

export interface EntityRequest {
  readonly body: string
  readonly lists: readonly SentList[]
}

/**
 * The request for the lists that have entities. A single list has the operation of the plan, several have their aliases.
 * @param variables the members of the other variables, as JSON
 */
export function entityRequest(
  { head, lists, variables: names }: PlannedRequest,
  representations: readonly Representations[],
  variables: (names: readonly string[]) => string,
): EntityRequest | undefined {
  const all = lists.map((list, index): SentList => {
    const its = representations[index]
    invariant(its !== undefined, 'each list has representations')
    return { list, name: list.alias, representations: its }
  })
  const [only, ...others] = all.filter((sent) => sent.representations.count > 0)
  if (only === undefined) return undefined
  if (others.length === 0) return soleListRequest(only.list, only.representations, variables)
  const members = variables(names)
  const texts = all.map((sent) => `"${VARIABLE}${sent.name}":${sent.representations.text}`)
  return { body: `${head}${members}${members && ','}${texts.join(',')}}}`, lists: all }
}

export function soleListRequest(
  list: EntityList,
  representations: Representations,
  variables: (names: readonly string[]) => string,
): EntityRequest {
  const members = variables(list.variables)
  const body = `${list.head}${members}${members && ','}"${VARIABLE}":${representations.text}}}`
  return { body, lists: [{ list, name: ENTITIES, representations }] }
}
