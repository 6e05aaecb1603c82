import { isJsonObject } from '@takeoff/kit/values/json'
import { Kind, parse, valueFromASTUntyped } from 'graphql'
import type { ConstDirectiveNode, DocumentNode, SelectionSetNode } from 'graphql'
import { typenameOf } from './fetch-paths.ts'

/** Whether a subgraph declares that it can resolve a representation. */
export type CanResolve = (subgraph: string, representation: unknown) => boolean

interface Key {
  readonly fields: SelectionSetNode
  readonly isResolvable: boolean
}

/**
 * The planner may nevertheless send a key with `resolvable: false`. Called only for an entity that is null in a
 * response, which is rare: the supergraph is read at the first one.
 */
export function resolvableKeys(supergraphSdl: string): CanResolve {
  let keys: Map<string, Key[]> | undefined
  return (subgraph, representation) => {
    keys ??= keysOf(parse(supergraphSdl, { noLocation: true }))
    const type = typenameOf(representation)
    const sent = keys
      .get(`${subgraph} ${String(type)}`)
      ?.filter(({ fields }) => has(representation, fields))
    return sent === undefined || sent.length === 0 || sent.some(({ isResolvable }) => isResolvable)
  }
}

/** The keys by subgraph and type. */
function keysOf({ definitions }: DocumentNode): Map<string, Key[]> {
  const keys = new Map<string, Key[]>()
  const names = subgraphNames(definitions)
  for (const definition of definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    for (const { graph, key, resolvable = true } of appliedIn(definition, 'join__type')) {
      if (key === undefined) continue
      const typeInSubgraph = `${names.get(graph) ?? ''} ${definition.name.value}`
      const fields = selectionSetOf(key)
      const before = keys.get(typeInSubgraph) ?? []
      if (fields) keys.set(typeInSubgraph, [...before, { fields, isResolvable: resolvable }])
    }
  }
  return keys
}

/** Names of subgraphs by the enum values that represent them in directives. */
function subgraphNames(
  definitions: DocumentNode['definitions'],
): Map<string | undefined, string | undefined> {
  const values = definitions.flatMap((definition) =>
    definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === 'join__Graph'
      ? (definition.values ?? [])
      : [],
  )
  return new Map(
    values.flatMap((value) =>
      appliedIn(value, 'join__graph').map(({ name }) => [value.name.value, name] as const),
    ),
  )
}

interface Annotated {
  readonly directives?: readonly ConstDirectiveNode[] | undefined
}

/** Arguments of `@join__type` and `@join__graph`, which the composition wrote. */
interface Arguments {
  readonly graph?: string
  readonly key?: string
  readonly resolvable?: boolean
  readonly name?: string
}

/** The arguments of each application of a directive. */
function appliedIn({ directives = [] }: Annotated, name: string): Arguments[] {
  return directives
    .filter((directive) => directive.name.value === name)
    .map(({ arguments: given = [] }) =>
      Object.fromEntries(given.map((one) => [one.name.value, valueFromASTUntyped(one.value)])),
    )
}

function selectionSetOf(fields: string): SelectionSetNode | undefined {
  const [operation] = parse(`{ ${fields} }`, { noLocation: true }).definitions
  return operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet : undefined
}

/** Whether a value has all fields of a key. */
function has(value: unknown, { selections }: SelectionSetNode): boolean {
  if (Array.isArray(value))
    return value.every((element) => has(element, { kind: Kind.SELECTION_SET, selections }))
  return (
    isJsonObject(value) &&
    selections.every((selection) => {
      if (selection.kind !== Kind.FIELD) return true
      const member = value[selection.name.value]
      if (member === undefined) return false
      return selection.selectionSet === undefined || has(member, selection.selectionSet)
    })
  )
}
