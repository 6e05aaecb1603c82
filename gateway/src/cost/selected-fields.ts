import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isCompositeType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql'
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  SelectionNode,
  SelectionSetNode,
} from 'graphql'

type Variables = Readonly<Record<string, unknown>>

export interface Selecting {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** The values of `@skip` and `@include`. */
  readonly conditions: Variables
  /** Called for each selection that is looked at. */
  readonly onSelection: () => void
}

/** A field as one type has it, with every place of the document that asks for it. */
export interface SelectedField {
  readonly type: GraphQLCompositeType
  readonly definition: GraphQLField<unknown, unknown>
  readonly nodes: FieldNode[]
}

/** The fields of an object by their response keys. A key has several where types exclude one another. */
export function selectedFields(
  selecting: Selecting,
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
): Map<string, SelectedField[]> {
  const found = new Map<string, SelectedField[]>()
  const seen = new Set<string>()

  function addField(type: GraphQLCompositeType, node: FieldNode): void {
    const definition = fieldOf(selecting.schema, type, node.name.value)
    if (definition === undefined) return
    const key = (node.alias ?? node.name).value
    const fields = found.get(key) ?? []
    const known = fields.find((field) => field.type === type && field.definition === definition)
    if (known === undefined) fields.push({ type, definition, nodes: [node] })
    else known.nodes.push(node)
    found.set(key, fields)
  }

  function addSet(type: GraphQLCompositeType, { selections }: SelectionSetNode): void {
    for (const selection of selections) {
      selecting.onSelection()
      if (!isWanted(selection, selecting.conditions)) continue
      if (selection.kind === Kind.FIELD) addField(type, selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        addSet(conditionOf(selection.typeCondition?.name.value, type), selection.selectionSet)
      else addFragment(type, selection.name.value)
    }
  }

  function addFragment(type: GraphQLCompositeType, name: string): void {
    const fragment = selecting.fragments.get(name)
    if (fragment === undefined || seen.has(name)) return
    seen.add(name)
    addSet(conditionOf(fragment.typeCondition.name.value, type), fragment.selectionSet)
  }

  function conditionOf(
    name: string | undefined,
    otherwise: GraphQLCompositeType,
  ): GraphQLCompositeType {
    const condition = name === undefined ? undefined : selecting.schema.getType(name)
    return isCompositeType(condition) ? condition : otherwise
  }

  for (const set of sets) addSet(type, set)
  return found
}

/** `__typename` is of no object's making, and costs nothing. */
function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name && type === schema.getQueryType()) return SchemaMetaFieldDef
  if (name === TypeMetaFieldDef.name && type === schema.getQueryType()) return TypeMetaFieldDef
  return isUnionType(type) ? undefined : type.getFields()[name]
}

function isWanted({ directives = [] }: SelectionNode, conditions: Variables): boolean {
  return directives.every(({ name, arguments: given = [] }) => {
    const condition = given.find((one) => one.name.value === 'if')
    if (condition === undefined) return true
    const value = valueFromASTUntyped(condition.value, conditions) === true
    if (name.value === GraphQLSkipDirective.name) return !value
    return name.value !== GraphQLIncludeDirective.name || value
  })
}
