import { getNamedType, isLeafType } from 'graphql'
import type { FieldNode, GraphQLObjectType, GraphQLOutputType, SelectionSetNode } from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'
import { setsOf } from '../collect-fields.ts'
import type { Fetch } from '../requests.ts'
import { listDepth } from '../types.ts'
import type { IsOfType } from '../types.ts'
import { copiedObject } from './copied-object.ts'
import type { ClientSelection } from './copied-object.ts'
import { fetchedObject, fieldNameOf, piecesOf, runsOf } from './fields.ts'
import type { Field, CopiedField, OpenField, Source } from './fields.ts'
import type { Counter, FetchedObject, FetchedValue, OpenPiece, Place } from './layout.ts'
import { neededNames, needsOf } from './needs.ts'
import type { Need } from './needs.ts'
import { NotSplicedError } from './not-spliced-error.ts'
import { objectTypeOf, PlanFields } from './plan-fields.ts'
import type { PlanFieldsOptions, FetchSelection } from './plan-fields.ts'
import { representedObjects } from './represented-objects.ts'
import type { RepresentedObjects } from './represented-objects.ts'
import type { FetchSite } from './sites.ts'
import type { Counters } from './spliced-data.ts'

/** How all responses of one operation are spliced. */
export interface ResponsePlan {
  readonly root: Place
  /** The fetches of root fields. */
  readonly roots: readonly FetchSite[]
  /** The response of each fetch for an object that it was sent for. */
  readonly fetched: ReadonlyMap<Fetch, FetchedObject>
  /** The objects that each fetch of entities is sent for. */
  readonly entities: ReadonlyMap<Fetch, RepresentedObjects>
  readonly counters: Counters
}

export interface ResponsePlanOptions extends PlanFieldsOptions {
  readonly isOfType: IsOfType
  readonly sites: readonly FetchSite[]
}

/** @throws NotSplicedError when responses to the operation cannot be spliced from texts */
export function planResponse(
  options: ResponsePlanOptions,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ResponsePlan {
  const planner = new ResponsePlanner(options)
  const roots = options.sites.filter(({ fetch }) => fetch.node.requires === undefined)
  const sources = roots.map((site) => ({ site, sets: site.sets }))
  const { place, objects } = planner.open({ type, sets, path: '', names: [], sources })
  const { fetched, entities, counters } = planner
  for (const [index, { fetch }] of roots.entries()) fetched.set(fetch, present(objects[index]))
  if (fetched.size < options.sites.length) throw new NotSplicedError('a fetch is for no place')
  return { root: place, roots, fetched, entities, counters }
}

/** The objects of a place, as client and fetches select them. */
interface PlaceSelection extends ClientSelection {
  readonly type: GraphQLObjectType
  readonly path: string
  /** Fetches that respond with them within objects above. */
  readonly sources: readonly FetchSelection[]
}

/** A field that the client selects. */
interface ClientField {
  readonly name: string
  readonly type: GraphQLOutputType
  readonly sets: readonly SelectionSetNode[]
  readonly selection: PlaceSelection
  readonly owners: readonly Source[]
}

class ResponsePlanner {
  readonly fetched = new Map<Fetch, FetchedObject>()
  readonly entities = new Map<Fetch, RepresentedObjects>()
  readonly #options: ResponsePlanOptions
  readonly #fields: PlanFields
  #recordListCount = 0

  constructor(options: ResponsePlanOptions) {
    this.#options = options
    this.#fields = new PlanFields(options)
  }

  get counters(): Counters {
    return this.#fields.counters
  }

  /** The place, and what each source from above responds with for it. */
  open(selection: PlaceSelection): {
    readonly place: Place
    readonly objects: readonly FetchedObject[]
  } {
    const { type, sets } = selection
    const entityFetches = this.#options.sites.filter(
      ({ path, fetch }) => path === selection.path && fetch.node.requires !== undefined,
    )
    const sources = this.#sources(selection, entityFetches)
    const fields = new Map<string, Field>()
    for (const [name, nodes] of this.#fields.ofClient(type, sets))
      fields.set(name, this.#field({ selection, name, sources }, nodes))
    const recordList = entityFetches.length === 0 ? undefined : this.#recordListCount++
    const needs = this.#needs(type, entityFetches, sources)
    const needed = neededNames(needs)
    const runs = runsOf(fields, sources)
    const shared = { type, fields, runs, entityFetches, recordList }
    const objects = sources.map((source) =>
      fetchedObject({ ...shared, source, needed: needed.get(source) }),
    )
    for (const [index, { fetch }] of entityFetches.entries())
      this.fetched.set(fetch, present(objects[selection.sources.length + index]))
    const place = {
      type,
      pieces: piecesOf(type, fields, runs),
      nested: objects.slice(0, selection.sources.length),
      entities: new Map(
        entityFetches.map(({ fetch }, index) => [
          fetch.number,
          present(objects[selection.sources.length + index]),
        ]),
      ),
    }
    if (recordList !== undefined) {
      const { isOfType } = this.#options
      const represented = representedObjects({ place, recordList, needs, isOfType })
      for (const [fetch, objectsOfFetch] of represented) this.entities.set(fetch, objectsOfFetch)
    }
    return { place, objects }
  }

  #sources({ type, sources }: PlaceSelection, entityFetches: readonly FetchSite[]): Source[] {
    const nested = sources.map((selected, index): Source => ({
      ...selected,
      ref: { kind: 'nested', index },
      fields: this.#fields.ofFetch(selected, type),
    }))
    const entities = entityFetches.map((site): Source => ({
      site,
      sets: site.sets,
      ref: { kind: 'entity', fetch: site.fetch.number },
      fields: this.#fields.ofFetch({ site, sets: site.sets }, type),
    }))
    return [...nested, ...entities]
  }

  #needs(
    type: GraphQLObjectType,
    entityFetches: readonly FetchSite[],
    sources: readonly Source[],
  ): Map<FetchSite, Need[]> {
    const { isOfType, subgraphs } = this.#options
    return new Map(
      entityFetches.map((site) => [site, needsOf({ type, site, sources, isOfType, subgraphs })]),
    )
  }

  #field(
    {
      selection,
      name,
      sources,
    }: { selection: PlaceSelection; name: string; sources: readonly Source[] },
    nodes: readonly FieldNode[],
  ): Field {
    const field = present(nodes[0]).name.value
    if (field === '__typename') return { kind: 'typename' }
    const definition = selection.type.getFields()[field]
    if (definition === undefined) throw new NotSplicedError(`${field} is introspection`)
    const owners = sources.filter(({ fields }) => fields.has(name))
    if (owners.length === 0) throw new NotSplicedError(`no fetch responds with ${name}`)
    if (owners.some(({ fields }) => fieldNameOf(fields, name) !== field))
      throw new NotSplicedError(`${name} is another field in the plan`)
    const { type } = definition
    const clientField = { name, type, sets: setsOf(nodes), selection, owners }
    if (isLeafType(getNamedType(type))) return leafField(clientField)
    const from = this.#fields.nextCounter
    return this.#textField(clientField) ?? this.#openField(clientField, from)
  }

  /** Undefined unless one fetch, for objects that are shown once, responds with exactly the client's selection. */
  #textField({ name, type, sets, selection, owners }: ClientField): CopiedField | undefined {
    const [source, ...others] = owners
    if (source === undefined || others.length > 0) return undefined
    if (source.site.fetch.node.requires !== undefined) return undefined
    const path = pathBelow(selection.path, name, type)
    if (this.#options.sites.some((site) => site.path.startsWith(path))) return undefined
    const nodes = source.fields.get(name) ?? []
    const object = copiedObject(
      this.#fields,
      objectTypeOf(type),
      { sets, names: [...selection.names, name] },
      { site: source.site, sets: setsOf(nodes) },
    )
    if (object === undefined) return undefined
    const counter = this.#fields.counter([...selection.names, name])
    return { kind: 'copied', source, value: { kind: 'text', type, object, counter } }
  }

  /** @param from the first counter of the places below */
  #openField({ name, type, sets, selection, owners }: ClientField, from: Counter): OpenField {
    const names = [...selection.names, name]
    const counter = this.#fields.counter(names)
    const { place, objects } = this.open({
      type: objectTypeOf(type),
      sets,
      path: pathBelow(selection.path, name, type),
      names,
      sources: owners.map(({ site, fields }) => ({ site, sets: setsOf(fields.get(name) ?? []) })),
    })
    const [owner, ...others] = owners
    const reuse =
      owner?.ref.kind === 'entity' && others.length === 0
        ? { fetch: owner.ref.fetch, counters: [from, this.#fields.nextCounter] as const }
        : undefined
    const piece: OpenPiece = {
      kind: 'open',
      name,
      type,
      place,
      counter,
      owners: owners.map(({ ref }) => ref),
      reuse,
    }
    const values = owners.map((source, index): [Source, FetchedValue] => [
      source,
      { kind: 'open', type, object: present(objects[index]) },
    ])
    return { kind: 'open', piece, values: new Map(values) }
  }
}

/** If several fetches respond with it, the last one counts, as where responses are merged. */
function leafField({ type, owners }: ClientField): CopiedField {
  const source = owners.toSorted((a, b) => a.site.fetch.number - b.site.fetch.number).at(-1)
  return { kind: 'copied', source: present(source), value: { kind: 'leaf', type } }
}

function pathBelow(path: string, name: string, type: GraphQLOutputType): string {
  return `${path}/${name}${'/@'.repeat(listDepth(type))}`
}

function present<T>(value: T | undefined): T {
  invariant(value !== undefined, 'the lists have one length')
  return value
}
