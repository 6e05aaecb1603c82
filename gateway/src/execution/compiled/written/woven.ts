import type { FieldNode, GraphQLObjectType, SelectionSetNode } from 'graphql'
import type { FetchedMember, FetchedObject, FetchedValue, OpenPiece, Piece } from './blueprint.ts'
import type { FetchSite } from './fetch-sites.ts'

/** What one fetch is asked of the objects of a place. */
export interface Source {
  readonly site: FetchSite
  readonly sets: readonly SelectionSetNode[]
}

export type Fields = ReadonlyMap<string, readonly FieldNode[]>

export interface Known extends Source {
  readonly fields: Fields
}

/** Where a field of the answer comes from. */
export type Woven = TypenameField | TextField | OpenField

interface TypenameField {
  readonly kind: 'typename'
}

/** One source answers it, and the client gets the text. */
export interface TextField {
  readonly kind: 'text'
  readonly source: Known
  readonly value: FetchedValue
}

/** Its objects are put together themselves. */
export interface OpenField {
  readonly kind: 'open'
  readonly piece: OpenPiece
  readonly values: ReadonlyMap<Known, FetchedValue>
}

/** The runs of text fields, which stand side by side in the answer of a fetch and in that of the client. */
export function runsOf(
  woven: ReadonlyMap<string, Woven>,
  sources: readonly Known[],
): Map<string, string> {
  const order = new Map([...woven.keys()].map((name, index) => [name, index]))
  const runs = new Map<string, string>()
  for (const source of sources) {
    let before = ''
    for (const name of source.fields.keys()) {
      const field = woven.get(name)
      const isText = field?.kind === 'text' && field.source === source
      const isNext = order.get(name) === (order.get(before) ?? NaN) + 1
      if (isText) runs.set(name, (isNext && runs.get(before)) || `${source.site.number}:${name}`)
      before = isText ? name : ''
    }
  }
  return runs
}

interface Fetching {
  readonly type: GraphQLObjectType
  readonly source: Known
  readonly woven: ReadonlyMap<string, Woven>
  readonly runs: ReadonlyMap<string, string>
  readonly needed: ReadonlyMap<string, unknown>
}

export function fetchedObject({ type, source, woven, runs, needed }: Fetching): FetchedObject {
  const members = [...source.fields.keys()].map((name): FetchedMember => {
    const field = woven.get(name)
    const isText = field?.kind === 'text' && field.source === source
    return {
      name,
      value: valueOf(source, name, field),
      run: isText ? runs.get(name) : undefined,
      isNeeded: needed.has(name),
    }
  })
  return { typename: type.name, members }
}

function valueOf(source: Known, name: string, field: Woven | undefined): FetchedValue {
  if (fieldOf(source.fields, name) === '__typename') return { kind: 'typename' }
  if (field?.kind === 'open') return field.values.get(source) ?? { kind: 'any' }
  return field?.kind === 'text' && field.source === source ? field.value : { kind: 'any' }
}

export function piecesOf(
  type: GraphQLObjectType,
  woven: ReadonlyMap<string, Woven>,
  runs: ReadonlyMap<string, string>,
): Piece[] {
  return [...woven].flatMap(([name, field]): Piece[] => {
    if (field.kind === 'open') return [field.piece]
    if (field.kind === 'typename') return [{ kind: 'constant', text: `"${name}":"${type.name}"` }]
    const run = runs.get(name) ?? ''
    // The others of a run come with its first.
    return run.endsWith(`:${name}`) ? [{ kind: 'run', run }] : []
  })
}

export function fieldOf(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.[0]?.name.value
}
