import { isAbstractType, Kind } from 'graphql'
import type { FieldNode, FragmentDefinitionNode, GraphQLSchema, SelectionSetNode } from 'graphql'
import { isSelected } from './conditions.ts'
import type { JsonObject } from './json.ts'

export interface Selecting {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Values of the variables that `@skip` and `@include` depend on. */
  readonly conditions: JsonObject
}

/** The fields of an object type that selections ask for, by response name, in the order of the answer. */
export function collectFields(
  selecting: Selecting,
  type: string,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  for (const set of sets) collectInto(fields, { selecting, type, set })
  return fields
}

interface Collecting {
  readonly selecting: Selecting
  readonly type: string
  readonly set: SelectionSetNode
}

function collectInto(fields: Map<string, FieldNode[]>, { selecting, type, set }: Collecting): void {
  for (const selection of set.selections) {
    if (!isSelected(selection, selecting.conditions)) continue
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value
      const known = fields.get(name)
      if (known === undefined) fields.set(name, [selection])
      else known.push(selection)
      continue
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? selecting.fragments.get(selection.name.value)
        : selection
    if (fragment === undefined) continue
    if (applies(selecting.schema, fragment.typeCondition?.name.value, type))
      collectInto(fields, { selecting, type, set: fragment.selectionSet })
  }
}

function applies(schema: GraphQLSchema, condition: string | undefined, type: string): boolean {
  if (condition === undefined || condition === type) return true
  const [abstract, concrete] = [schema.getType(condition), schema.getType(type)]
  return (
    isAbstractType(abstract) &&
    concrete !== undefined &&
    'getInterfaces' in concrete &&
    schema.isSubType(abstract, concrete)
  )
}
