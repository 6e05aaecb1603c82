import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import { isAbstractType, Kind } from 'graphql'
import type { FieldNode, GraphQLSchema, InlineFragmentNode, SelectionSetNode } from 'graphql'
import { isSelected } from './conditions.ts'
import type { ConditionValues } from './conditions.ts'

/** What decides which selections of an operation are part of its response. */
export interface SelectionContext {
  readonly schema: GraphQLSchema
  readonly fragments: Fragments
  readonly decided: ConditionValues
}

/** The fields of an object type that selections request, by response name, in the order of the response. */
export function collectFields(
  selectionContext: SelectionContext,
  type: string,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  eachField(selectionContext, sets, {
    type,
    within: (condition) => (applies(selectionContext.schema, condition, type) ? type : undefined),
    onField(_, field) {
      const name = responseName(field)
      const known = fields.get(name)
      if (known === undefined) fields.set(name, [field])
      else known.push(field)
    },
  })
  return fields
}

export function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

/** The names that root fields of an operation have in its response, also of those that conditions leave out. */
export function responseKeys({ selections }: SelectionSetNode, fragments: Fragments): Set<string> {
  return new Set(
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD)
        return selection.name.value === '__typename' ? [] : [responseName(selection)]
      const selected =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value)?.selectionSet
      return selected === undefined ? [] : [...responseKeys(selected, fragments)]
    }),
  )
}

export function setsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
}

/** How to traverse selections. */
export interface Walk<Type> {
  readonly type: Type
  /** The type of selections within a fragment on another one; undefined skips them. */
  readonly within: (condition: string, type: Type) => Type | undefined
  readonly onField: (type: Type, field: FieldNode) => void
  /** Called for each selection that is visited. */
  readonly onSelection?: () => void
}

/** The fields that are selected, those of fragments included; a fragment that is spread again adds nothing. */
export function eachField<Type>(
  { fragments, decided }: Omit<SelectionContext, 'schema'>,
  sets: readonly SelectionSetNode[],
  { type, within, onField, onSelection }: Walk<Type>,
): void {
  const spread = new Set<string>()

  function look({ selections }: SelectionSetNode, type: Type): void {
    for (const selection of selections) {
      onSelection?.()
      if (!isSelected(selection, decided)) continue
      if (selection.kind === Kind.FIELD) onField(type, selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) lookInto(selection, type)
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value)
        lookInto(fragments.get(selection.name.value), type)
      }
    }
  }

  function lookInto(fragment: Fragment | undefined, type: Type): void {
    if (fragment === undefined) return
    const condition = fragment.typeCondition?.name.value
    const inner = condition === undefined ? type : within(condition, type)
    if (inner !== undefined) look(fragment.selectionSet, inner)
  }

  for (const set of sets) look(set, type)
}

type Fragment = Pick<InlineFragmentNode, 'typeCondition' | 'selectionSet'>

function applies(schema: GraphQLSchema, condition: string, type: string): boolean {
  if (condition === type) return true
  const [abstract, concrete] = [schema.getType(condition), schema.getType(type)]
  return (
    isAbstractType(abstract) &&
    concrete !== undefined &&
    'getInterfaces' in concrete &&
    schema.isSubType(abstract, concrete)
  )
}
