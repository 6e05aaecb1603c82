import type { GraphQLObjectType, GraphQLOutputType } from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'

/**
 * How a response is spliced from the texts of subgraphs' responses: the record that a reader makes of each object of a
 * subgraph's response, and where a writer finds the parts of each object of the client's response.
 */

/** The objects at one place of the client's response. */
export interface Place {
  readonly type: GraphQLObjectType
  /** In the order of the response. */
  readonly pieces: readonly Piece[]
  /** Its objects as the fetches of the places above respond with them. */
  readonly nested: readonly FetchedObject[]
  /** Its objects as fetches of entities respond with them, by the number of the fetch. */
  readonly entities: ReadonlyMap<number, FetchedObject>
}

export type Piece = ConstantPiece | RunPiece | OpenPiece

/** Text that is the same each time. */
export interface ConstantPiece {
  readonly kind: 'constant'
  readonly text: string
}

/** Members that are adjacent in the response of one fetch, and are copied as text. */
export interface RunPiece {
  readonly kind: 'run'
  readonly source: SourceRef
  readonly run: string
}

/** A member whose objects are not copied as text but spliced, member by member. */
export interface OpenPiece {
  readonly kind: 'open'
  readonly name: string
  readonly type: GraphQLOutputType
  readonly place: Place
  readonly counter: Counter
  /** The fetches that respond with it, at least one. */
  readonly owners: readonly SourceRef[]
  /** Set where the text depends on one entity alone, which may be shown at several places. */
  readonly reuse: Reuse | undefined
}

/** The text of a member is cached with the entity, with what it adds to the counters of the places below. */
export interface Reuse {
  /** Fetch of the entity, by number. */
  readonly fetch: number
  readonly counters: readonly [from: Counter, to: Counter]
}

/** The location of a source's object: an argument of the place's writer, or an entity that belongs to the first one. */
export type SourceRef =
  | { readonly kind: 'nested'; readonly index: number }
  | { readonly kind: 'entity'; readonly fetch: number }

/** An object as one fetch responds with it, member by member. */
export interface FetchedObject {
  readonly typename: string
  /** Number of the request that it is in. */
  readonly request: number
  readonly members: readonly FetchedMember[]
  /** Fetches whose entities belong to the object. */
  readonly entities: readonly number[]
  /** Members whose text is cached with the object. */
  readonly reused: readonly string[]
  /** Index into `ReadState.recordLists` for the record; undefined without such fetches. */
  readonly recordList: number | undefined
}

export interface FetchedMember {
  readonly name: string
  readonly value: FetchedValue
  /** The run that it belongs to, if the client gets it as text; named by its first member. */
  readonly run: string | undefined
  /** A later fetch needs the value. */
  readonly isNeeded: boolean
}

export type FetchedValue =
  /** `__typename`, the type of the object. */
  | { readonly kind: 'typename' }
  /** Only the plan requests it. */
  | { readonly kind: 'any' }
  | { readonly kind: 'leaf'; readonly type: GraphQLOutputType }
  /** The client gets its text as it is. */
  | TextValue
  /** Other fetches add to it, or its members come in another order. */
  | { readonly kind: 'open'; readonly type: GraphQLOutputType; readonly object: FetchedObject }

export interface TextValue {
  readonly kind: 'text'
  readonly type: GraphQLOutputType
  readonly object: FetchedObject
  readonly counter: Counter
}

/** Index into the counts of a request: there is the number of a field's objects, and after it that of its nulls. */
export type Counter = number
export const COUNTS_EACH = 2

/** The offsets of the parts of an object in its record. */
export interface RecordLayout {
  readonly size: number
  /** Start and end of a run in the text of the response, by its first member. */
  readonly run: (first: string) => number
  /** Start and end of a value that a later fetch needs. */
  readonly needed: (name: string) => number
  /** The record of an object or list below, or NONE. */
  readonly opened: (name: string) => number
  /** The record of an entity, or NONE. */
  readonly entity: (fetch: number) => number
  /** The index of a text that was written before, or NONE. */
  readonly reused: (name: string) => number
}

const layouts = new WeakMap<FetchedObject, RecordLayout>()

export function recordLayout(object: FetchedObject): RecordLayout {
  const known = layouts.get(object)
  if (known !== undefined) return known
  const offsets = new Map<string, number>()
  let size = 0
  const add = (key: string, length: number): void => {
    if (offsets.has(key)) return
    offsets.set(key, size)
    size += length
  }
  for (const { name, run, isNeeded, value } of object.members) {
    if (run !== undefined) add(`run ${run}`, 2)
    if (isNeeded) add(`needed ${name}`, 2)
    if (value.kind === 'open') add(`opened ${name}`, 1)
  }
  for (const fetch of object.entities) add(`entity ${fetch}`, 1)
  for (const name of object.reused) add(`reused ${name}`, 1)
  const offsetOf = (kind: string) => (key: string | number) => {
    const offset = offsets.get(`${kind} ${key}`)
    invariant(offset !== undefined, `the record has no ${kind} ${key}`)
    return offset
  }
  const layout = {
    size,
    run: offsetOf('run'),
    needed: offsetOf('needed'),
    opened: offsetOf('opened'),
    entity: offsetOf('entity'),
    reused: offsetOf('reused'),
  }
  layouts.set(object, layout)
  return layout
}
