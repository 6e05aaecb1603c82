import type { FieldNode, GraphQLObjectType, SelectionSetNode } from 'graphql'
import type {
  FetchedMember,
  FetchedObject,
  FetchedValue,
  OpenPiece,
  Piece,
  SourceRef,
} from './layout.ts'
import type { FetchSite } from './sites.ts'

/** Selected field nodes by their name in the response. */
export type FieldNodes = ReadonlyMap<string, readonly FieldNode[]>

/** The fields that one fetch selects for the objects of a place. */
export interface Source {
  readonly site: FetchSite
  readonly sets: readonly SelectionSetNode[]
  readonly ref: SourceRef
  readonly fields: FieldNodes
}

/** How the writer gets a field of the client's response. */
export type Field = TypenameField | CopiedField | OpenField

interface TypenameField {
  readonly kind: 'typename'
}

/** A leaf, or an object as a whole: the client gets the text of one source. */
export interface CopiedField {
  readonly kind: 'copied'
  readonly source: Source
  readonly value: FetchedValue
}

/** Its objects are not copied as text but spliced, member by member. */
export interface OpenField {
  readonly kind: 'open'
  readonly piece: OpenPiece
  readonly values: ReadonlyMap<Source, FetchedValue>
}

/** Copied fields that are adjacent in the response of a fetch and in that of the client: one text. */
export interface Run {
  readonly first: string
  readonly source: Source
}

/** The run of each copied field, by the field's name. */
export function runsOf(
  fields: ReadonlyMap<string, Field>,
  sources: readonly Source[],
): Map<string, Run> {
  const order = new Map([...fields.keys()].map((name, index) => [name, index]))
  const isNextTo = (previous: string, name: string): boolean =>
    order.get(name) === (order.get(previous) ?? 0) + 1
  const runs = new Map<string, Run>()
  for (const source of sources) {
    let previous: string | undefined
    for (const name of source.fields.keys()) {
      const isCopied = isCopiedFrom(source, fields.get(name))
      if (isCopied) {
        const run =
          previous !== undefined && isNextTo(previous, name) ? runs.get(previous) : undefined
        runs.set(name, run ?? { first: name, source })
      }
      previous = isCopied ? name : undefined
    }
  }
  return runs
}

interface FetchedObjectOptions {
  readonly type: GraphQLObjectType
  readonly source: Source
  readonly fields: ReadonlyMap<string, Field>
  readonly runs: ReadonlyMap<string, Run>
  /** Fetches of entities that belong to the objects of the place. */
  readonly entityFetches: readonly FetchSite[]
  /** Index into `ReadState.recordLists`; undefined without such fetches. */
  readonly recordList: number | undefined
  /** Names of the source's fields that later fetches need. */
  readonly needed: ReadonlySet<string> | undefined
}

/** The layout of an object as one fetch responds with it. */
export function fetchedObject(options: FetchedObjectOptions): FetchedObject {
  const { type, source, fields, runs, entityFetches, recordList, needed } = options
  const members = [...source.fields.keys()].map((name): FetchedMember => {
    const field = fields.get(name)
    return {
      name,
      value: valueOf(source, name, field),
      run: isCopiedFrom(source, field) ? runs.get(name)?.first : undefined,
      isNeeded: needed?.has(name) === true,
    }
  })
  // Of the objects of a place, only the record of the first nested source has the entities.
  const ownsEntities = source.ref.kind === 'nested' && source.ref.index === 0
  const reused = [...fields].flatMap(([name, field]) =>
    field.kind === 'open' && field.piece.reuse !== undefined && field.values.has(source)
      ? [name]
      : [],
  )
  return {
    typename: type.name,
    request: source.site.request,
    members,
    entities: ownsEntities ? entityFetches.map(({ fetch }) => fetch.number) : [],
    reused,
    recordList: ownsEntities ? recordList : undefined,
  }
}

function valueOf(source: Source, name: string, field: Field | undefined): FetchedValue {
  if (fieldNameOf(source.fields, name) === '__typename') return { kind: 'typename' }
  if (field?.kind === 'open') return field.values.get(source) ?? { kind: 'any' }
  return isCopiedFrom(source, field) ? field.value : { kind: 'any' }
}

function isCopiedFrom(source: Source, field: Field | undefined): field is CopiedField {
  return field?.kind === 'copied' && field.source === source
}

/** The parts of the client's object, in its order. */
export function piecesOf(
  type: GraphQLObjectType,
  fields: ReadonlyMap<string, Field>,
  runs: ReadonlyMap<string, Run>,
): Piece[] {
  return [...fields].flatMap(([name, field]): Piece[] => {
    if (field.kind === 'open') return [field.piece]
    if (field.kind === 'typename') return [{ kind: 'constant', text: `"${name}":"${type.name}"` }]
    // A run is one piece, which stands at its first field.
    return runs.get(name)?.first === name
      ? [{ kind: 'run', source: field.source.ref, run: name }]
      : []
  })
}

export function fieldNameOf(fields: FieldNodes, name: string): string | undefined {
  return fields.get(name)?.[0]?.name.value
}
