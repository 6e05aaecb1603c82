import { Kind, parse } from 'graphql'
import type { SelectionSetNode } from 'graphql'
import { responseName } from './compiled/collect-fields.ts'
import type { ResponsePath } from './compiled/places.ts'

/** Maximum errors for one failed fetch, or list of entities: further ones give a client no new information. */
const PATHS_MAX = 100

/** A list of entities of a request. */
interface RequestedList {
  /** Its name in the response. */
  readonly name: string
  readonly representations: readonly unknown[]
  readonly selectionSet: SelectionSetNode
}

/** The lists of entities of a request to a subgraph; none where it requests root fields. */
export function entityListsOf(body: string): RequestedList[] {
  return listsOf(parseBody(body))
}

/**
 * The paths of the missing data of a request to a subgraph: one for each of its fields, in the subgraph's own
 * terms (`['_entities', 2, 'name']` for the third entity), which the gateway translates into the client's.
 */
export function fetchPaths(body: string): ResponsePath[] {
  const request = parseBody(body)
  const lists = listsOf(request)
  if (lists.length > 0) return lists.flatMap(entityPaths)
  return responseNames(request).map((name) => [name])
}

type Selections = Pick<SelectionSetNode, 'selections'>

interface ParsedRequest extends Selections {
  readonly variables: Readonly<Record<string, unknown>>
}

function parseBody(body: string): ParsedRequest {
  const { query = '', variables = {} } = JSON.parse(body) as RequestBody
  const operation = parse(query, { noLocation: true }).definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  return { variables, selections: operation?.selectionSet.selections ?? [] }
}

interface RequestBody extends Partial<Pick<ParsedRequest, 'variables'>> {
  readonly query?: string
}

function listsOf({ variables, selections }: ParsedRequest): RequestedList[] {
  return selections.flatMap((field): RequestedList[] => {
    if (field.kind !== Kind.FIELD || field.name.value !== '_entities' || !field.selectionSet)
      return []
    const value = field.arguments?.find(({ name }) => name.value === 'representations')?.value
    const representations = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    if (!Array.isArray(representations)) return []
    const { selectionSet } = field
    return [{ name: responseName(field), representations, selectionSet }]
  })
}

function entityPaths({ name, representations, selectionSet }: RequestedList): ResponsePath[] {
  return representations
    .slice(0, PATHS_MAX)
    .flatMap((representation, index) =>
      responseNames(selectionSet, typenameOf(representation)).map((field) => [name, index, field]),
    )
    .slice(0, PATHS_MAX)
}

/** The response names of the fields selected directly, within fragments on the given type too. */
function responseNames({ selections }: Selections, type?: string): string[] {
  const names = selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [responseName(selection)]
    if (selection.kind === Kind.FRAGMENT_SPREAD) return []
    const condition = selection.typeCondition?.name.value
    const applies = type === undefined || condition === undefined || condition === type
    return applies ? responseNames(selection.selectionSet, type) : []
  })
  return [...new Set(names)].filter((name) => name !== '__typename')
}

/** The type that a representation names. */
export function typenameOf(representation: unknown): string | undefined {
  if (typeof representation !== 'object' || representation === null) return undefined
  return '__typename' in representation ? String(representation.__typename) : undefined
}
