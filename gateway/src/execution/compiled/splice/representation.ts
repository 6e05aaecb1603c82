import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { invariant } from '@takeoff/kit/values/invariant'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { Key } from '../entities.ts'
import { selectValue } from '../representations.ts'
import type { IsOfType } from '../types.ts'
import { recordLayout } from './layout.ts'
import type { FetchedObject, Place, SourceRef } from './layout.ts'
import { NONE } from './tape.ts'

/** A member of a representation, and the source whose text it is taken from. */
export interface RepresentedMember {
  readonly name: string
  readonly source: SourceRef
  /** The needed fields of its objects; undefined for a leaf. */
  readonly selections: readonly QueryPlanSelectionNode[] | undefined
  /** Equal for all objects that have the same entity of another member: not part of a key. */
  readonly isImplied: boolean
}

/** The records of an execution, and its responses as text with a character for each byte. */
export interface Recorded {
  readonly ints: Int32Array
  readonly textOf: (request: number) => string
}

/** The representation of the objects of a place. */
export interface Representation {
  /** Representations with one shape have equal keys only where their texts are equal. */
  readonly shape: string
  /** Undefined when a member is missing. */
  readonly keyOf: ReadKey
  /** JSON text of an object that has a key. */
  readonly textOf: (record: number, recorded: Recorded) => string
}

type ReadKey = (record: number, recorded: Recorded) => Key | undefined

/** The text of a member in a response. */
type ReadRaw = (record: number, recorded: Recorded) => string | undefined

/** @param members without `__typename`, in their order */
export function compileRepresentation(
  place: Place,
  members: readonly RepresentedMember[],
  isOfType: IsOfType,
): Representation {
  const raws = members.map((member) => readRaw(place, member))
  const heads = members.map(({ name }) => `,${JSON.stringify(name)}:`)
  const writes = members.map(({ selections }) =>
    selections === undefined ? jsonOf : selectedJson(selections, isOfType),
  )
  const head = `{"__typename":${JSON.stringify(place.type.name)}`
  return {
    shape: shapeOf(head, members),
    keyOf: readKey(keyReaders(place, members)),
    textOf(record, recorded) {
      let json = head
      for (const [index, raw] of raws.entries())
        json += `${heads[index]}${writes[index]?.(raw(record, recorded) ?? '')}`
      return `${json}}`
    },
  }
}

/** The shape includes the position, in the key, of the entity that has a member. */
function shapeOf(head: string, members: readonly RepresentedMember[]): string {
  const entities = entitiesOf(members)
  const parts = members.map(({ name, source, selections, isImplied }) => {
    const entity = source.kind === 'entity' ? entities.indexOf(source.fetch) : NONE
    return [name, selections, isImplied, entity]
  })
  return JSON.stringify([head, parts])
}

function entitiesOf(members: readonly RepresentedMember[]): number[] {
  const fetches = members.flatMap(({ source }) => (source.kind === 'entity' ? source.fetch : []))
  return [...new Set(fetches)]
}

function readKey([first, ...others]: readonly ReadKey[]): ReadKey {
  if (first === undefined) return () => ''
  if (others.length === 0) return first
  return (record, recorded) => {
    let key = first(record, recorded)
    for (const part of others) {
      const next = part(record, recorded)
      if (next === undefined || key === undefined) return undefined
      key = `${key},${next}`
    }
    return key
  }
}

/** The record of an entity represents all its members in a key: an entity has one record. */
function keyReaders(place: Place, members: readonly RepresentedMember[]): ReadKey[] {
  const nested = members.filter(({ source, isImplied }) => source.kind === 'nested' && !isImplied)
  return [
    ...nested.map((member) => readRaw(place, member)),
    ...entitiesOf(members).map((fetch) => readEntity(place, fetch)),
  ]
}

function readEntity(place: Place, fetch: number): ReadKey {
  const slot = recordLayout(sourceObject(place, FIRST)).entity(fetch)
  return (record, { ints }) => {
    const entity = ints[record + slot] ?? NONE
    return entity === NONE ? undefined : entity
  }
}

/** The first nested object of a place: its record has the slots of all entities. */
export const FIRST: SourceRef = { kind: 'nested', index: 0 }

function readRaw(place: Place, { name, source }: RepresentedMember): ReadRaw {
  const object = sourceObject(place, source)
  const offset = recordLayout(object).needed(name)
  const { request } = object
  const sliceOf = (record: number, { ints, textOf }: Recorded): string =>
    textOf(request).slice(ints[record + offset], ints[record + offset + 1])
  if (source.kind === 'nested') return sliceOf
  const slot = recordLayout(sourceObject(place, FIRST)).entity(source.fetch)
  return (record, recorded) => {
    const entity = recorded.ints[record + slot] ?? NONE
    return entity === NONE ? undefined : sliceOf(entity, recorded)
  }
}

export function sourceObject({ nested, entities }: Place, source: SourceRef): FetchedObject {
  const object = source.kind === 'nested' ? nested[source.index] : entities.get(source.fetch)
  invariant(object !== undefined, 'each source of a place has an object')
  return object
}

/** Maximum keys are numbers, or ids that JSON writes as they are. */
const PLAIN = /^(?:"[\w.:-]*"|-?[1-9]\d{0,14}|0)$/

/** The value as JSON.stringify writes it, regardless of the subgraph's notation. */
function jsonOf(raw: string): string {
  return PLAIN.test(raw) ? raw : JSON.stringify(parse(raw))
}

function selectedJson(selections: readonly QueryPlanSelectionNode[], isOfType: IsOfType) {
  return (raw: string): string => {
    const value = parse(raw)
    const isComposite = isJsonObject(value) || Array.isArray(value)
    return JSON.stringify(isComposite ? selectValue(value, selections, isOfType) : value)
  }
}

/** @param raw JSON text with a character for each byte */
function parse(raw: string): unknown {
  return JSON.parse(Buffer.from(raw, 'latin1').toString('utf8'))
}
