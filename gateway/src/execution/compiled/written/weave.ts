import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import { getNamedType, isLeafType, isObjectType } from 'graphql'
import type { FieldNode, GraphQLObjectType, GraphQLOutputType, SelectionSetNode } from 'graphql'
import { collectFields } from '../collect-fields.ts'
import type { Selecting } from '../collect-fields.ts'
import { listDepth } from '../types.ts'
import type { IsOfType } from '../types.ts'
import type {
  Counter,
  FetchedMember,
  FetchedObject,
  FetchedValue,
  OpenPiece,
  Place,
} from './blueprint.ts'
import { COUNTS_EACH } from './blueprint.ts'
import type { FetchSite } from './fetch-sites.ts'
import { NotWrittenError } from './not-written-error.ts'
import { fetchedObject, fieldOf, piecesOf, runsOf } from './woven.ts'
import type { Fields, Known, OpenField, Source, TextField, Woven } from './woven.ts'
import type { Counters } from './written-data.ts'

/** How all answers of one operation are put together. */
export interface Weave {
  readonly root: Place
  /** What each fetch answers for an object that it was asked for. */
  readonly fetched: ReadonlyMap<FetchNode, FetchedObject>
  readonly counters: Counters
}

export interface Weaving {
  readonly client: Selecting
  /** With all types of all subgraphs. */
  readonly subgraphs: Omit<Selecting, 'fragments'>
  readonly isOfType: IsOfType
  readonly sites: readonly FetchSite[]
}

/** Of an operation with all its fetches; more is not worth the code that is made of it. */
const FIELDS_MAX = 3_000

/** @throws NotWrittenError when answers of the operation cannot be put together of texts */
export function weave(
  weaving: Weaving,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Weave {
  const weaver = new Weaver(weaving)
  const { place } = weaver.open({ type, sets, path: '', names: [], sources: [], needs: [] })
  const { fetched, counters } = weaver
  if (fetched.size < weaving.sites.length) throw new NotWrittenError('a fetch is for no place')
  return { root: place, fetched, counters }
}

/** The objects of a place, as client and fetches ask for them. */
interface Asked {
  readonly type: GraphQLObjectType
  readonly sets: readonly SelectionSetNode[]
  readonly path: string
  /** Response names on the way. */
  readonly names: readonly string[]
  /** Fetches that answer them within objects above. */
  readonly sources: readonly Source[]
  /** What fetches for objects above want to know of them. */
  readonly needs: readonly QueryPlanSelectionNode[]
}

/** The fields of an object that fetches want to know, with what they want to know of objects below. */
type Needed = Map<string, QueryPlanSelectionNode[]>

/** A field as the client asks for it. */
interface Wanted {
  readonly name: string
  readonly type: GraphQLOutputType
  readonly sets: readonly SelectionSetNode[]
  readonly asked: Asked
  readonly owners: readonly Known[]
  readonly needs: readonly QueryPlanSelectionNode[]
}

/** The same, with all sources of its object. */
type AskedField = Pick<Wanted, 'name' | 'asked' | 'needs'> & { readonly sources: readonly Known[] }

class Weaver {
  readonly fetched = new Map<FetchNode, FetchedObject>()
  readonly counters = new Map<string, Counter>()
  readonly #weaving: Weaving
  #fields = 0

  constructor(weaving: Weaving) {
    this.#weaving = weaving
  }

  /** The place, and what each source from above answers for it. */
  open(asked: Asked): { readonly place: Place; readonly objects: readonly FetchedObject[] } {
    const { type, sets } = asked
    const here = this.#weaving.sites.filter(({ path }) => path === asked.path)
    const sources = [...asked.sources, ...here.map((site) => ({ site, sets: site.sets }))].map(
      (source): Known => ({ ...source, fields: this.#fieldsFetched(source, type) }),
    )
    const needs = here.flatMap(({ node }) => node.requires ?? [])
    const needed = this.#needed([...asked.needs, ...needs], type)
    requireSources(needed, sources)
    const woven = new Map<string, Woven>()
    for (const [name, nodes] of this.#counted(collectFields(this.#weaving.client, type.name, sets)))
      woven.set(name, this.#field({ asked, name, sources, needs: needed.get(name) ?? [] }, nodes))
    const runs = runsOf(woven, sources)
    const objects = sources.map((source) => fetchedObject({ type, source, woven, runs, needed }))
    for (const [index, { node }] of here.entries())
      this.fetched.set(node, present(objects[asked.sources.length + index]))
    return { place: { type, pieces: piecesOf(type, woven, runs) }, objects }
  }

  #fieldsFetched({ site, sets }: Source, type: GraphQLObjectType): Fields {
    const selecting = { ...this.#weaving.subgraphs, fragments: site.fragments }
    return this.#counted(collectFields(selecting, type.name, sets))
  }

  #counted(fields: Fields): Fields {
    this.#fields += fields.size
    if (this.#fields > FIELDS_MAX) throw new NotWrittenError('too large')
    for (const name of fields.keys())
      if (name in Object.prototype) throw new NotWrittenError(`every object has a ${name}`)
    return fields
  }

  #needed(
    needs: readonly QueryPlanSelectionNode[],
    type: GraphQLObjectType,
    found: Needed = new Map(),
  ): Needed {
    for (const selection of needs) {
      if (selection.kind === 'Field') {
        const name = selection.alias ?? selection.name
        found.set(name, [...(found.get(name) ?? []), ...(selection.selections ?? [])])
      } else if (this.#weaving.isOfType(type.name, selection.typeCondition ?? type.name))
        this.#needed(selection.selections, type, found)
    }
    return found
  }

  #field({ asked, name, sources, needs }: AskedField, nodes: readonly FieldNode[]): Woven {
    const field = present(nodes[0]).name.value
    if (field === '__typename') return { kind: 'typename' }
    const definition = asked.type.getFields()[field]
    if (definition === undefined) throw new NotWrittenError(`${field} is introspection`)
    const owners = sources.filter(({ fields }) => fields.has(name))
    if (owners.some(({ fields }) => fieldOf(fields, name) !== field))
      throw new NotWrittenError(`${name} is another field in the plan`)
    const { type } = definition
    const wanted = { name, type, sets: setsOf(nodes), asked, owners, needs }
    if (isLeafType(getNamedType(type))) return leafField(wanted)
    return this.#textField(wanted) ?? this.#openField(wanted)
  }

  /** Undefined unless one fetch, for objects that are shown once, answers just what the client wants. */
  #textField({ name, type, sets, asked, owners }: Wanted): TextField | undefined {
    const [source, ...others] = owners
    if (source === undefined || others.length > 0 || source.site.node.requires) return undefined
    const path = pathBelow(asked.path, name, type)
    if (this.#weaving.sites.some((site) => site.path.startsWith(path))) return undefined
    const nodes = source.fields.get(name) ?? []
    const object = this.#sameObject(
      objectTypeOf(type),
      { sets, names: [...asked.names, name] },
      { site: source.site, sets: setsOf(nodes) },
    )
    if (object === undefined) return undefined
    const counter = this.#counter([...asked.names, name])
    return { kind: 'text', source, value: { kind: 'text', type, object, counter } }
  }

  /** What a fetch answers for an object, if the client wants the same members in the same order. */
  #sameObject(
    type: GraphQLObjectType,
    wanted: Pick<Asked, 'sets' | 'names'>,
    source: Source,
  ): FetchedObject | undefined {
    const asked = [...this.#counted(collectFields(this.#weaving.client, type.name, wanted.sets))]
    const fetched = [...this.#fieldsFetched(source, type)]
    if (asked.length !== fetched.length) return undefined
    const members: FetchedMember[] = []
    for (const [index, [name, nodes]] of asked.entries()) {
      const [fetchedName, fetchedNodes] = present(fetched[index])
      const field = present(nodes[0]).name.value
      if (fetchedName !== name || fetchedNodes[0]?.name.value !== field) return undefined
      const below = { sets: setsOf(nodes), names: [...wanted.names, name] }
      const value = this.#sameValue(type, field, below, { ...source, sets: setsOf(fetchedNodes) })
      if (value === undefined) return undefined
      members.push({ name, value, run: undefined, isNeeded: false })
    }
    return { typename: type.name, members }
  }

  #sameValue(
    of: GraphQLObjectType,
    field: string,
    wanted: Pick<Asked, 'sets' | 'names'>,
    source: Source,
  ): FetchedValue | undefined {
    if (field === '__typename') return { kind: 'typename' }
    const type = of.getFields()[field]?.type
    if (type === undefined) return undefined
    if (isLeafType(getNamedType(type))) return { kind: 'leaf', type }
    const object = this.#sameObject(objectTypeOf(type), wanted, source)
    if (object === undefined) return undefined
    return { kind: 'text', type, object, counter: this.#counter(wanted.names) }
  }

  #openField({ name, type, sets, asked, owners, needs }: Wanted): OpenField {
    const names = [...asked.names, name]
    const { place, objects } = this.open({
      type: objectTypeOf(type),
      sets,
      path: pathBelow(asked.path, name, type),
      names,
      sources: owners.map(({ site, fields }) => ({ site, sets: setsOf(fields.get(name) ?? []) })),
      needs,
    })
    const piece: OpenPiece = { kind: 'open', name, type, place, counter: this.#counter(names) }
    const values = owners.map((owner, index): [Known, FetchedValue] => [
      owner,
      { kind: 'open', type, object: present(objects[index]) },
    ])
    return { kind: 'open', piece, values: new Map(values) }
  }

  #counter(names: readonly string[]): Counter {
    const path = names.join('.')
    const counter = this.counters.get(path) ?? this.counters.size * COUNTS_EACH
    this.counters.set(path, counter)
    return counter
  }
}

/** Of several fetches that tell it the last one is believed, as where answers are merged: a plan has them in turn. */
function leafField({ name, type, owners }: Wanted): TextField {
  const source = owners.toSorted((one, other) => one.site.number - other.site.number).at(-1)
  if (source === undefined) throw new NotWrittenError(`no fetch answers ${name}`)
  return { kind: 'text', source, value: { kind: 'leaf', type } }
}

function requireSources(needed: Needed, sources: readonly Known[]): void {
  for (const name of needed.keys())
    if (!sources.some(({ fields }) => fields.has(name)))
      throw new NotWrittenError(`no fetch answers ${name}, by which another one asks`)
}

function setsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
}

function objectTypeOf(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type)
  if (isObjectType(named)) return named
  throw new NotWrittenError(`only data tells which type a ${named.name} has`)
}

function pathBelow(path: string, name: string, type: GraphQLOutputType): string {
  return `${path}/${name}${'/@'.repeat(listDepth(type))}`
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the lists have one length')
  return value
}
