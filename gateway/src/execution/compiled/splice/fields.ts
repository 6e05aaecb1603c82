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

export type Fields = ReadonlyMap<string, readonly FieldNode[]>

/** What one fetch responds with for the objects of a place. */
export interface Source {
  readonly site: FetchSite
  readonly sets: readonly SelectionSetNode[]
  readonly ref: SourceRef
  readonly fields: Fields
}

/** The source of a field of the client's response. */
export type Field = TypenameField | LeafOrTextField | OpenField

interface TypenameField {
  readonly kind: 'typename'
}

/** One source responds with it, and the client gets the text. */
export interface LeafOrTextField {
  readonly kind: 'text'
  readonly source: Source
  readonly value: FetchedValue
}

/** Its objects are spliced themselves. */
export interface OpenField {
  readonly kind: 'open'
  readonly piece: OpenPiece
  readonly values: ReadonlyMap<Source, FetchedValue>
}

/** A run of text fields, which are adjacent in the response of a fetch and in that of the client. */
export interface Run {
  readonly first: string
  readonly source: Source
}

export function runsOf(
  fields: ReadonlyMap<string, Field>,
  sources: readonly Source[],
): Map<string, Run> {
  const order = new Map([...fields.keys()].map((name, index) => [name, index]))
  const runs = new Map<string, Run>()
  for (const source of sources) {
    let before = ''
    for (const name of source.fields.keys()) {
      const field = fields.get(name)
      const isText = field?.kind === 'text' && field.source === source
      const isNext = order.get(name) === (order.get(before) ?? NaN) + 1
      const run = isNext ? runs.get(before) : undefined
      if (isText) runs.set(name, run ?? { first: name, source })
      before = isText ? name : ''
    }
  }
  return runs
}

interface Fetching {
  readonly type: GraphQLObjectType
  readonly source: Source
  readonly fields: ReadonlyMap<string, Field>
  readonly runs: ReadonlyMap<string, Run>
  /** Fetches of entities at the place, … */
  readonly here: readonly FetchSite[]
  /** … the list of its objects, … */
  readonly found: number | undefined
  /** … and the fields of the source that they need. */
  readonly needed: ReadonlySet<string> | undefined
}

export function fetchedObject(fetching: Fetching): FetchedObject {
  const { type, source, fields, runs, here, found, needed } = fetching
  const members = [...source.fields.keys()].map((name): FetchedMember => {
    const field = fields.get(name)
    const isText = field?.kind === 'text' && field.source === source
    return {
      name,
      value: valueOf(source, name, field),
      run: isText ? runs.get(name)?.first : undefined,
      isNeeded: needed?.has(name) === true,
    }
  })
  const isFirst = source.ref.kind === 'nested' && source.ref.index === 0
  const reused = [...fields].flatMap(([name, field]) =>
    field.kind === 'open' && field.piece.reuse !== undefined && field.values.has(source)
      ? [name]
      : [],
  )
  return {
    typename: type.name,
    request: source.site.request,
    members,
    entities: isFirst ? here.map(({ fetch }) => fetch.number) : [],
    reused,
    found: isFirst ? found : undefined,
  }
}

function valueOf(source: Source, name: string, field: Field | undefined): FetchedValue {
  if (fieldOf(source.fields, name) === '__typename') return { kind: 'typename' }
  if (field?.kind === 'open') return field.values.get(source) ?? { kind: 'any' }
  return field?.kind === 'text' && field.source === source ? field.value : { kind: 'any' }
}

export function piecesOf(
  type: GraphQLObjectType,
  fields: ReadonlyMap<string, Field>,
  runs: ReadonlyMap<string, Run>,
): Piece[] {
  return [...fields].flatMap(([name, field]): Piece[] => {
    if (field.kind === 'open') return [field.piece]
    if (field.kind === 'typename') return [{ kind: 'constant', text: `"${name}":"${type.name}"` }]
    // The others of a run come with its first.
    return runs.get(name)?.first === name
      ? [{ kind: 'run', source: field.source.ref, run: name }]
      : []
  })
}

export function fieldOf(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.[0]?.name.value
}
