import { getNamedType, isLeafType } from 'graphql'
import type { GraphQLObjectType, SelectionSetNode } from 'graphql'
import { setsOf } from '../collect-fields.ts'
import type { FetchedMember, FetchedObject, FetchedValue } from './layout.ts'
import { objectTypeOf } from './plan-fields.ts'
import type { PlanFields, FetchSelection } from './plan-fields.ts'

/** The client's selections for the objects of a place. */
export interface ClientSelection {
  readonly sets: readonly SelectionSetNode[]
  /** Response names that lead to the place. */
  readonly names: readonly string[]
}

/**
 * The response of a fetch for an object whose text the client receives unchanged.
 * @returns undefined unless the client selects the same members in the same order
 */
export function copiedObject(
  fields: PlanFields,
  type: GraphQLObjectType,
  wanted: ClientSelection,
  selected: FetchSelection,
): FetchedObject | undefined {
  const requested = [...fields.ofClient(type, wanted.sets)]
  const fetched = [...fields.ofFetch(selected, type)]
  if (requested.length !== fetched.length) return undefined
  const members: FetchedMember[] = []
  for (const [index, [name, nodes]] of requested.entries()) {
    const [fetchedName, fetchedNodes] = fetched[index] ?? ['', []]
    const field = nodes[0]?.name.value ?? ''
    if (fetchedName !== name || fetchedNodes[0]?.name.value !== field) return undefined
    const value = copiedValue(
      { fields, of: type, field },
      { sets: setsOf(nodes), names: [...wanted.names, name] },
      { site: selected.site, sets: setsOf(fetchedNodes) },
    )
    if (value === undefined) return undefined
    members.push({ name, value, run: undefined, isNeeded: false })
  }
  const { request } = selected.site
  return { typename: type.name, request, members, entities: [], reused: [], recordList: undefined }
}

interface FieldOf {
  readonly fields: PlanFields
  readonly of: GraphQLObjectType
  readonly field: string
}

function copiedValue(
  { fields, of, field }: FieldOf,
  wanted: ClientSelection,
  selected: FetchSelection,
): FetchedValue | undefined {
  if (field === '__typename') return { kind: 'typename' }
  const type = of.getFields()[field]?.type
  if (type === undefined) return undefined
  if (isLeafType(getNamedType(type))) return { kind: 'leaf', type }
  const object = copiedObject(fields, objectTypeOf(type), wanted, selected)
  if (object === undefined) return undefined
  return { kind: 'text', type, object, counter: fields.counter(wanted.names) }
}
